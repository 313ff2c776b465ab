import {
  isReference,
  type OpenApiDocument,
  type ParameterObject,
  readOperations,
} from '@penstock/contract/reader';

/**
 * Switches optional parameters off until the reader turns them on. Scalar sends every parameter that has an example, and
 * the example of an If-Match or of a cursor is valid only on the server that issued it.
 */
export function switchOffOptionalParameters(document: OpenApiDocument): void {
  for (const parameter of parametersOf(document)) {
    if (parameter.required || parameter.example === undefined) continue;
    const { example } = parameter;
    Object.assign(parameter, { examples: { default: { value: example, 'x-disabled': true } } });
    delete (parameter as { example?: unknown }).example;
  }
}

/** The parameters of components, path items and operations; references are resolved by Scalar. */
function parametersOf(document: OpenApiDocument): ParameterObject[] {
  const shared = Object.values(document.components.parameters ?? {});
  const inline = readOperations(document).flatMap(({ pathItem, operation }) => [
    ...(pathItem.parameters ?? []),
    ...(operation.parameters ?? []),
  ]);
  return [...shared, ...inline].filter((parameter) => !isReference(parameter)) as ParameterObject[];
}
