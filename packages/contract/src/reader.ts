/**
 * Reads bundled OpenAPI 3.1 documents: HTTP methods, JSON Pointers, references and operations. It knows nothing of the
 * Penstock API and imports nothing that is generated, because the generator uses it. It has no dependencies and runs in
 * browsers.
 */
export { methodName, resourceProperty, resourceType } from './reader/client-names.ts';
export { ruleConditions, withConditions, withoutConditions } from './reader/conditions.ts';
export {
  type DescribedOperation,
  isIntegerParameter,
  type OperationInputs,
  operationInputs,
  operationPointer,
  parametersIn,
  readOperation,
  readOperations,
  readWebhooks,
  responseHeaders,
  securityRequirements,
} from './reader/described-operation.ts';
export { HTTP_METHODS, type HttpMethod, isHttpMethod } from './reader/http-method.ts';
export {
  appendSegment,
  escapeSegment,
  formatPointer,
  parseFragment,
  parsePointer,
  unescapeSegment,
  valueAt,
} from './reader/json-pointer.ts';
export { type LeafProperty, leafProperties } from './reader/leaf-properties.ts';
export { type FieldList, listedProperties } from './reader/listed-properties.ts';
export type * from './reader/openapi-document.ts';
export {
  componentName,
  isReference,
  reachedComponents,
  reachedReferences,
  resolve,
} from './reader/references.ts';
export {
  type Rule,
  type RuleKeywords,
  type RuleSchema,
  type RuleValue,
  readRules,
} from './reader/rules.ts';
export {
  findStandardOperations,
  STANDARD_ACTIONS,
  type StandardAction,
  type StandardOperations,
} from './reader/standard-operations.ts';
export { readVariants, type Variant, type Variants } from './reader/variants.ts';
