import { type Operation, operations } from '@penstock/contract';
import { contractDocument } from '@penstock/contract/documents';
import {
  type DescribedOperation,
  readOperations,
  resolve,
  type SchemaObject,
} from '@penstock/contract/reader';

/** An operation as its document describes it, read without the code of the site. */
export interface ContractOperation extends DescribedOperation {
  readonly operationId: string;
  readonly facts: Operation;
  /** The ids that the page of the operation gives to the fields of its bodies, in the order of the contract. */
  readonly requestIds: readonly string[];
  readonly responseIds: readonly string[];
}

/** Returns every operation of both surfaces. */
export function contractOperations(): ContractOperation[] {
  return (['management', 'observability'] as const).flatMap((surface) => {
    const document = contractDocument(surface);
    const idsIn = (prefix: string, content: DescribedOperation['requestBody']) =>
      Object.values(content?.content ?? {}).flatMap(({ schema }) => (schema ? walk(schema, prefix, []) : []));
    const walk = (schema: SchemaObject, path: string, outer: readonly SchemaObject[]): string[] => {
      const resolved = resolve<SchemaObject>(document, schema);
      if (outer.includes(resolved)) return [];
      const inside = [...outer, resolved];
      const inner = [resolved.items, resolved.additionalProperties].filter(
        (each) => typeof each === 'object',
      );
      return [
        ...Object.entries(resolved.properties ?? {}).flatMap(([name, property]) => [
          `${path}.${name}`,
          ...walk(property as SchemaObject, `${path}.${name}`, inside),
        ]),
        ...inner.flatMap((each) => walk(each as SchemaObject, path, inside)),
      ];
    };
    return readOperations(document).map((described) => ({
      ...described,
      operationId: described.operationId ?? '',
      facts: operations[described.operationId as keyof typeof operations],
      requestIds: idsIn('body', described.requestBody),
      responseIds: idsIn('response', described.responses.get('200')),
    }));
  });
}

/** Returns the codes of the errors that an operation documents. */
export function errorCodes({ responses }: DescribedOperation): Set<string> {
  const failures = [...responses]
    .filter(([status]) => !status.startsWith('2'))
    .map(([, response]) => response);
  const contents = failures.flatMap(({ content = {} }) => Object.values(content));
  const examples = contents.flatMap(({ examples: named = {} }) => Object.values(named));
  return new Set(examples.map(({ value }) => (value as { code: string }).code));
}
