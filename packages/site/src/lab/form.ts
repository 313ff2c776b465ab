import { type OperationId, secretFields } from '@penstock/contract';
import {
  type DescribedOperation,
  findStandardOperations,
  type ParameterObject,
  readOperations,
} from '@penstock/contract/reader';
import type { Bundle } from '../contract/bundle.ts';
import type { Contract } from '../contract/contract.ts';
import { type SiteFile, siteFile } from '../site-file.ts';

/**
 * Returns the form of each operation, as `assets/lab/site-data.js` describes it. The lab loads those that the visitor opens, so
 * they have stable names.
 */
export function formFiles({ bundles }: Contract): SiteFile[] {
  return bundles.flatMap((bundle) => {
    const operations = readOperations(bundle.document);
    const idOf = idParameters(operations);
    return operations.map((operation) => {
      const form = { ...formOf(operation, bundle), ...idOf(operation) };
      return siteFile(`lab/forms/${operation.operationId}.json`, JSON.stringify(form));
    });
  });
}

function formOf(described: DescribedOperation, { surface }: Bundle) {
  const { operationId, method, path, operation, parameters } = described;
  return {
    operationId,
    surface,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? '',
    parameters: parameters.map(parameterOf),
    examples: bodyExamples(described),
    secrets: secretFields[operationId as OperationId],
    returnsPipe: returnsPipe(described),
  };
}

function parameterOf({
  name,
  in: location,
  required = false,
  description = '',
  example = '',
}: ParameterObject) {
  return { name, in: location, required, description, example: String(example) };
}

/** Undefined without a request body. */
function bodyExamples({ requestBody }: DescribedOperation) {
  const [mediaType] = Object.values(requestBody?.content ?? {});
  if (!mediaType) return undefined;
  return Object.entries(mediaType.examples ?? {}).map(([name, { summary = '', value }]) => ({
    name,
    summary,
    text: JSON.stringify(value, null, 2),
  }));
}

function returnsPipe({ responses }: DescribedOperation): boolean {
  const schema = responses.get('200')?.content?.['application/json']?.schema;
  return schema?.$ref?.endsWith('/PipeResponse') === true;
}

/** The path parameter that the id of a created resource fills, or the ids of listed resources. */
function idParameters(operations: readonly DescribedOperation[]) {
  const table = Object.fromEntries(operations.map((operation) => [operation.operationId ?? '', operation]));
  const resources = findStandardOperations(table);
  return ({ operationId }: DescribedOperation) => ({
    creates: resources.find(({ create }) => create === operationId)?.idParameter,
    lists: resources.find(({ list }) => list === operationId)?.idParameter,
  });
}
