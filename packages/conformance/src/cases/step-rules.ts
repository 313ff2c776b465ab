import { type Operation, type OperationId, operations, problems } from '@penstock/contract';
import { requestExamples } from '@penstock/contract/examples';
import type { Expectation, StepText } from './case.ts';
import type { Place } from './case-file.ts';
import { namesIn } from './saved-answers.ts';

/** What is wrong with a step, and at which of its keys. */
export interface StepFault {
  readonly place: Place;
  readonly message: string;
}

/** The path parameters that a session fills in. */
const TENANT: readonly string[] = ['organizationId', 'serviceId'];

/** What makes no sense about a step, given the names that were saved before it. The schema has been looked at before. */
export function faultsOfStep(step: StepText, savedNames: ReadonlySet<string>): StepFault[] {
  if (!Object.hasOwn(operations, step.send)) return [unknownOperation(step.send)];
  const operationId = step.send as OperationId;
  const operation: Operation = operations[operationId];
  return [
    ...pathFaults(step, operation),
    ...queryFaults(step, operation),
    ...bodyFaults(step, operationId, operation),
    ...listFaults(step, operation),
    ...expectationFaults(step.expect ?? {}, operation),
    ...nameFaults(step, savedNames),
  ];
}

function unknownOperation(name: string): StepFault {
  return {
    place: ['send'],
    message: `The contract has no operation ${name}; did you mean ${closest(name, Object.keys(operations))}?`,
  };
}

function pathFaults({ path = {} }: StepText, { pathParameters }: Operation): StepFault[] {
  const missing = pathParameters.filter((name) => !TENANT.includes(name) && !Object.hasOwn(path, name));
  const unknown = Object.keys(path).filter((name) => !pathParameters.includes(name));
  return [
    ...missing.map((name) => ({ place: ['send'], message: `The path needs ${name}; add it to path.` })),
    ...unknown.map((name) => ({
      place: ['path', name],
      message: `The path has no ${name}; it has ${pathParameters.join(', ')}.`,
    })),
  ];
}

/** An unknown parameter is sent on purpose only where it is to be refused. */
function queryFaults({ query = {}, expect = {} }: StepText, { queryParameters }: Operation): StepFault[] {
  if (expect.status === 400) return [];
  return Object.keys(query)
    .filter((name) => !queryParameters.includes(name))
    .map((name) => ({
      place: ['query', name],
      message: `The operation has no query parameter ${name}${listOf(queryParameters, '; it has ')}.`,
    }));
}

function bodyFaults(step: StepText, operationId: OperationId, { requestBody }: Operation): StepFault[] {
  const given = (['body', 'example', 'text'] as const).filter((name) => step[name] !== undefined);
  const [first, second] = given;
  if (second !== undefined)
    return [{ place: [second], message: `The body comes from ${first} already; keep one of the two.` }];
  if (first === undefined && (step.set ?? step.remove) !== undefined)
    return [{ place: ['send'], message: 'There is no body to change; add body or example.' }];
  if (first !== undefined && requestBody === 'none')
    return [{ place: [first], message: `${operationId} takes no body; take it out.` }];
  if (first === undefined && requestBody === 'required' && (step.expect?.status ?? 200) < 400)
    return [{ place: ['send'], message: `${operationId} needs a body; add body or example.` }];
  return exampleFaults(step.example, operationId);
}

function exampleFaults(example: string | undefined, operationId: OperationId): StepFault[] {
  const names = Object.keys(requestExamples(operationId));
  if (example === undefined || names.includes(example)) return [];
  const message = `${operationId} has no request example ${example}; it has ${names.join(', ')}.`;
  return [{ place: ['example'], message }];
}

function listFaults({ pages, expect = {} }: StepText, { queryParameters }: Operation): StepFault[] {
  if (queryParameters.includes('cursor')) return [];
  const ofLists = (['includes', 'excludes', 'ascending', 'more'] as const).filter(
    (name) => expect[name] !== undefined,
  );
  return [...(pages === undefined ? [] : [['pages']]), ...ofLists.map((name) => ['expect', name])].map(
    (place) => ({ place, message: `${place.at(-1)} is for operations that list; this is none.` }),
  );
}

function expectationFaults(
  { status = 200, code, errors }: Expectation,
  { statuses }: Operation,
): StepFault[] {
  if (!statuses.includes(status))
    return [
      {
        place: ['expect', 'status'],
        message: `The operation never answers ${status}; the contract has ${statuses.join(', ')}.`,
      },
    ];
  if (code === undefined) {
    const needless = status < 400 || errors === undefined;
    return needless ? [] : [{ place: ['expect', 'errors'], message: 'A problem has a code, too; add code.' }];
  }
  const kind = Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : undefined;
  if (kind === undefined)
    return [
      {
        place: ['expect', 'code'],
        message: `The contract has no problem ${code}; did you mean ${closest(code, Object.keys(problems))}?`,
      },
    ];
  if (kind.status === status) return [];
  return [
    {
      place: ['expect', 'code'],
      message: `${code} has the status ${kind.status}, not ${status}; set status or use another code.`,
    },
  ];
}

function nameFaults(step: StepText, savedNames: ReadonlySet<string>): StepFault[] {
  const { save: _save, ...keys } = step;
  return Object.entries(keys).flatMap(([key, value]) =>
    namesIn(value)
      .filter((name) => !savedNames.has(name))
      .map((name) => ({
        place: [key],
        message: `Nothing was saved as ${name} before this step${listOf([...savedNames], '; there is ')}.`,
      })),
  );
}

function listOf(names: readonly string[], before: string): string {
  return names.length === 0 ? '' : `${before}${names.join(', ')}`;
}

/** The name with the fewest letters to change. */
function closest(name: string, names: readonly string[]): string {
  const [best = ''] = names.toSorted((one, other) => distance(name, one) - distance(name, other));
  return best;
}

/** Levenshtein's. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, candidate] of [...other].entries()) {
      const replaced = (row[column] as number) + (letter === candidate ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] as number) + 1, (next[column] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}
