import { type OperationId, secretFields } from '@penstock/contract';
import { findStandardOperations, readOperations, type StandardOperations } from '@penstock/contract/reader';
import type { Contract } from '../contract/contract.ts';
import {
  type BodyDetails,
  descriptionWithDefault,
  type OperationDetails,
  type ParameterDetails,
} from '../contract/operation-details.ts';
import type { OperationFacts } from '../contract/operation-facts.ts';
import { type SiteFile, siteFile } from '../site-file.ts';

/**
 * Returns the form of each operation, as `assets/lab/site-data.js` describes it. The lab loads those that the visitor opens, so
 * they have stable names.
 */
export function formFiles({ bundles, operations }: Contract): SiteFile[] {
  const resources = bundles.flatMap(({ document }) => {
    const described = readOperations(document).map((operation) => [operation.operationId ?? '', operation]);
    return findStandardOperations(Object.fromEntries(described));
  });
  return [...operations.values()].map((operation) => {
    const form = { ...formOf(operation), ...idParameters(operation, resources) };
    return siteFile(`lab/forms/${operation.operationId}.json`, JSON.stringify(form));
  });
}

function formOf({ operationId, surface, method, path, summary, details }: OperationFacts) {
  const { parameters, request } = details;
  return {
    operationId,
    surface,
    method,
    path,
    summary,
    parameters: parameters.map(parameterOf),
    examples: request && examplesOf(request),
    secrets: secretFields[operationId as OperationId],
    returnsPipe: returnsPipe(details),
  };
}

function parameterOf(parameter: ParameterDetails) {
  const { name, location, isRequired, example = '' } = parameter;
  return {
    name,
    in: location,
    required: isRequired,
    description: descriptionWithDefault(parameter),
    example,
  };
}

function examplesOf({ examples }: BodyDetails) {
  return examples.map(({ name, summary, value }) => ({
    name,
    summary,
    text: JSON.stringify(value, null, 2),
  }));
}

function returnsPipe({ responses }: OperationDetails): boolean {
  return responses.find(({ status }) => status === '200')?.body?.schema === 'PipeResponse';
}

/** The path parameter that the id of a created resource fills, or the ids of listed resources. */
function idParameters({ operationId }: OperationFacts, resources: readonly StandardOperations[]) {
  return {
    creates: resources.find(({ create }) => create === operationId)?.idParameter,
    lists: resources.find(({ list }) => list === operationId)?.idParameter,
  };
}
