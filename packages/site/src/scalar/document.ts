import type { OpenApiDocument } from '@penstock/contract/reader';
import type { Bundle } from '../contract/bundle.ts';
import { withCodeSamples } from '../samples/code-samples.ts';
import { describeOpenSets } from './open-sets.ts';
import { describeVariants } from './variants.ts';

/** Returns the document for Scalar: the bundle, with the content of extension keys that Scalar does not support. */
export function referenceDocument(bundle: Bundle): OpenApiDocument {
  const document = withCodeSamples(bundle.document);
  describeOpenSets(document);
  describeVariants(document);
  return document;
}
