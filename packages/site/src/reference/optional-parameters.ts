import type { OpenApiDocument } from '@penstock/contract/documents';
import type { Parameter, Reference } from '../contract/openapi.ts';

/**
 * Switches optional parameters off until a person turns them on. Scalar sends every parameter that has an
 * example, and the example of an If-Match or of a cursor fails against any server but the one it came from.
 */
export function switchOffOptionalParameters(document: OpenApiDocument): void {
  for (const parameter of parametersIn(document)) {
    if ('$ref' in parameter || parameter.required || parameter.example === undefined) continue;
    const { example } = parameter;
    Object.assign(parameter, { examples: { default: { value: example, 'x-disabled': true } } });
    delete (parameter as { example?: unknown }).example;
  }
}

function parametersIn({ components, paths }: OpenApiDocument): (Parameter | Reference)[] {
  const items = Object.values(paths);
  const holders = [...items, ...items.flatMap((item) => Object.values(item))] as {
    parameters?: (Parameter | Reference)[];
  }[];
  const inPlace = holders.flatMap(({ parameters = [] }) => parameters);
  return [...(Object.values(components.parameters ?? {}) as Parameter[]), ...inPlace];
}
