import { type OperationId, operations } from '@penstock/contract';
import { type InvalidExample, invalidExamples, requestExamples } from '@penstock/contract/examples';
import type { Check } from '../check.ts';
import type { Session } from '../session.ts';
import { mismatchesOf } from './expectation.ts';

/** Returns one check for each invalid example of the contract: every server must reject it as the example declares. */
export function invalidExampleChecks(): Check[] {
  return (Object.keys(operations) as OperationId[]).flatMap((operationId) =>
    Object.entries(invalidExamples(operationId)).map(([name, example]) =>
      checkOf(operationId, name, example),
    ),
  );
}

function checkOf(operationId: OperationId, name: string, example: InvalidExample): Check {
  return {
    id: `case/${operationId}/invalid.${name}`,
    kind: 'case',
    title: `${operationId} rejects the invalid example of the contract: ${example.summary}`,
    operationId,
    needs: example.code === 'reference_not_found' ? ['references'] : [],
    writes: true,
    async run(session) {
      const path = await session.ownPath(operationId);
      const body = await validOnServer(example.body, operationId, session);
      const response = await session.send({ operationId, path, body });
      const { status, code, errors } = example;
      const unwrapped = { response, result: undefined, nextCursor: undefined };
      for (const mismatch of mismatchesOf(unwrapped, { status, code, errors }))
        session.expect(false, `invalid.${name}.yaml: ${mismatch}`);
    },
  };
}

/**
 * Replaces what the body shares with the request examples and only a server with the contract's sample data has: names,
 * secrets and references. What makes the example invalid stays.
 */
async function validOnServer(body: unknown, operationId: OperationId, session: Session): Promise<unknown> {
  const replacements = new Map<string, string>();
  for (const [name, example] of Object.entries(requestExamples(operationId)))
    collect(example, await session.exampleBody(operationId, name), replacements);
  return replaced(body, replacements);
}

function collect(example: unknown, valid: unknown, replacements: Map<string, string>): void {
  if (typeof example === 'string' && typeof valid === 'string') replacements.set(example, valid);
  if (typeof example !== 'object' || example === null) return;
  for (const [name, inner] of Object.entries(example))
    collect(inner, (valid as Record<string, unknown>)[name], replacements);
}

function replaced(value: unknown, replacements: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return replacements.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, replacements));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, replaced(inner, replacements)]),
  );
}
