import type { DescribedOperation, OpenApiDocument } from '@penstock/contract/reader';
import { reachedComponents } from '@penstock/contract/reader';

/** Returns a document with one operation and the components that it needs: a copy, which callers may change. */
export function excerptOf(
  document: OpenApiDocument,
  { path, method, pathItem, operation }: DescribedOperation,
): OpenApiDocument {
  const { openapi, info, security, components } = document;
  const { parameters } = pathItem;
  const paths = { [path]: { ...(parameters && { parameters }), [method]: operation } };
  const securitySchemes = components?.securitySchemes;
  return structuredClone({
    openapi,
    info,
    ...(security && { security }),
    paths,
    components: { ...reachedComponents(document, paths), ...(securitySchemes && { securitySchemes }) },
  });
}
