import { type OperationId, operations } from '@penstock/contract';
import { type InvalidExample, invalidExamples, requestExamples } from '@penstock/contract/examples';
import type { Check } from '../check.ts';
import type { Session } from '../session.ts';
import { differencesOf } from './expectation.ts';

/** One check for each body of which the contract says that every server refuses it, and how. */
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
    title: `${operationId} refuses what the contract shows as invalid: ${example.summary}`,
    operationId,
    needs: example.code === 'reference_not_found' ? ['references'] : [],
    writes: true,
    async run(session) {
      const path = await session.ownPath(operationId);
      const body = await madeFit(example.body, operationId, session);
      const answer = await session.send({ operationId, path, body });
      const { status, code, errors } = example;
      const opened = { answer, result: undefined, nextCursor: undefined };
      for (const difference of differencesOf(opened, { status, code, errors }))
        session.expect(false, `invalid.${name}.yaml: ${difference}`);
    },
  };
}

/**
 * The body with everything replaced that it shares with the request examples and that only a server with the contract's
 * sample data has: names, secrets and references become what they become there. What is wrong with it stays.
 */
async function madeFit(body: unknown, operationId: OperationId, session: Session): Promise<unknown> {
  const replacements = new Map<string, string>();
  for (const [name, shown] of Object.entries(requestExamples(operationId)))
    collect(shown, await session.exampleBody(operationId, name), replacements);
  return replaced(body, replacements);
}

function collect(shown: unknown, fitting: unknown, replacements: Map<string, string>): void {
  if (typeof shown === 'string' && typeof fitting === 'string') replacements.set(shown, fitting);
  if (typeof shown !== 'object' || shown === null) return;
  for (const [name, inner] of Object.entries(shown))
    collect(inner, (fitting as Record<string, unknown>)[name], replacements);
}

function replaced(value: unknown, replacements: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return replacements.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => replaced(item, replacements));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, replaced(inner, replacements)]),
  );
}
