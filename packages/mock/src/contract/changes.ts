import type { OpenApiDocument } from '@penstock/contract/documents';
import { operationPlaces, referredTo } from './document.ts';

/** What is different for a caller, in words: `getPipe: answer 200`, `createThing is new`. Empty if nothing is. */
export function changesBetween(
  before: readonly OpenApiDocument[],
  after: readonly OpenApiDocument[],
): string[] {
  const [old, now] = [partsByOperation(before), partsByOperation(after)];
  const added = [...now.keys()].filter((name) => !old.has(name)).map((name) => `${name} is new`);
  const gone = [...old.keys()].filter((name) => !now.has(name)).map((name) => `${name} is gone`);
  const changed = [...now].flatMap(([name, parts]) => {
    const different = differentParts(old.get(name) ?? parts, parts);
    return different.length === 0 ? [] : [`${name}: ${different.join(', ')}`];
  });
  return [...added, ...gone, ...changed];
}

/** The parts of an operation by what they are called, each with all that it refers to, as text. */
type Parts = ReadonlyMap<string, string>;

function differentParts(before: Parts, after: Parts): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}

function partsByOperation(documents: readonly OpenApiDocument[]): Map<string, Parts> {
  return new Map(
    documents.flatMap((document) => {
      const textOf = createText(document);
      return operationPlaces(document).map(({ path, method, pathItem, operation }): [string, Parts] => {
        const { operationId, parameters = [], requestBody, responses = {}, ...rest } = operation;
        const answers = Object.entries(responses).map(
          ([status, answer]) => [`answer ${status}`, textOf(answer)] as const,
        );
        const parts = [
          ['path', `${method} ${path}`],
          ['parameters', textOf([...(pathItem.parameters ?? []), ...parameters])],
          ['request body', textOf(requestBody)],
          ...answers,
          ['description', textOf(rest)],
        ] as const;
        return [operationId ?? `${method.toUpperCase()} ${path}`, new Map(parts)];
      });
    }),
  );
}

/** Writes a node with everything that it refers to, each component once. */
function createText(document: OpenApiDocument): (node: unknown) => string {
  const texts = new Map<string, string>();
  const textOf = ([$ref, target]: [string, unknown]) => {
    const text = texts.get($ref) ?? `${$ref} ${JSON.stringify(target)}`;
    texts.set($ref, text);
    return text;
  };
  return (node) => [JSON.stringify(node), ...[...referredTo(document, node)].map(textOf).sort()].join('\n');
}
