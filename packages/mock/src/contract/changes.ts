import type { DescribedOperation, OpenApiDocument } from '@penstock/contract/reader';
import { reachedReferences, readOperations } from '@penstock/contract/reader';

/** Describes what changed for callers: `getPipe: response 200`, `createThing: added`. Empty if nothing did. */
export function changesBetween(
  before: readonly OpenApiDocument[],
  after: readonly OpenApiDocument[],
): string[] {
  const [old, now] = [partsByOperation(before), partsByOperation(after)];
  const added = [...now.keys()].filter((name) => !old.has(name)).map((name) => `${name}: added`);
  const removed = [...old.keys()].filter((name) => !now.has(name)).map((name) => `${name}: removed`);
  const changed = [...now].flatMap(([name, parts]) => {
    const different = changedParts(old.get(name) ?? parts, parts);
    return different.length === 0 ? [] : [`${name}: ${different.join(', ')}`];
  });
  return [...added, ...removed, ...changed];
}

/** The parts of an operation by name, each with everything that it refers to, as text. */
type Parts = ReadonlyMap<string, string>;

function changedParts(before: Parts, after: Parts): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}

function partsByOperation(documents: readonly OpenApiDocument[]): Map<string, Parts> {
  return new Map(
    documents.flatMap((document) => {
      const textOf = createText(document);
      return readOperations(document).map((described): [string, Parts] => [
        described.operationId ?? pathOf(described),
        partsOf(described, textOf),
      ]);
    }),
  );
}

function partsOf(described: DescribedOperation, textOf: (node: unknown) => string): Parts {
  const { pathItem, operation } = described;
  const { parameters = [], requestBody, responses = {}, ...rest } = operation;
  return new Map([
    ['path', pathOf(described)],
    ['parameters', textOf([...(pathItem.parameters ?? []), ...parameters])],
    ['request body', textOf(requestBody)],
    ...Object.entries(responses).map(([status, response]): [string, string] => [
      `response ${status}`,
      textOf(response),
    ]),
    ['description', textOf(rest)],
  ]);
}

function pathOf({ method, path }: DescribedOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Writes a node with everything that it refers to, each component once. */
function createText(document: OpenApiDocument): (node: unknown) => string {
  const texts = new Map<string, string>();
  const textOf = ([$ref, target]: [string, unknown]) => {
    const text = texts.get($ref) ?? `${$ref} ${JSON.stringify(target)}`;
    texts.set($ref, text);
    return text;
  };
  return (node) =>
    [JSON.stringify(node), ...[...reachedReferences(document, node)].map(textOf).sort()].join('\n');
}
