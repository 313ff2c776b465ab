import { type Operation, type OperationId, operations, problems } from '@penstock/contract';
import { requestExamples } from '@penstock/contract/examples';
import { closest } from 'fastest-levenshtein';
import type { Expectation, StepText } from './case.ts';
import type { FilePath } from './case-file.ts';
import { namesIn } from './saved-responses.ts';

/** An error in a step, and the key that causes it. */
export interface StepDiagnostic {
  readonly path: FilePath;
  readonly message: string;
}

/** The path parameters that a session sets. */
const TENANT: readonly string[] = ['organizationId', 'serviceId'];

/** Returns the errors in a step that its schema does not find, given the names that were saved before it. */
export function diagnosticsOfStep(step: StepText, savedNames: ReadonlySet<string>): StepDiagnostic[] {
  if (!Object.hasOwn(operations, step.send)) return [unknownOperation(step.send)];
  const operationId = step.send as OperationId;
  const operation: Operation = operations[operationId];
  return [
    ...pathDiagnostics(step, operation),
    ...queryDiagnostics(step, operation),
    ...bodyViolations(step, operationId, operation),
    ...listDiagnostics(step, operation),
    ...expectationDiagnostics(step.expect ?? {}, operation),
    ...nameDiagnostics(step, savedNames),
  ];
}

function unknownOperation(name: string): StepDiagnostic {
  return {
    path: ['send'],
    message: `The contract has no operation ${name}. Did you mean ${closest(name, Object.keys(operations))}?`,
  };
}

function pathDiagnostics({ path = {} }: StepText, { pathParameters }: Operation): StepDiagnostic[] {
  const missing = pathParameters.filter((name) => !TENANT.includes(name) && !Object.hasOwn(path, name));
  const unknown = Object.keys(path).filter((name) => !pathParameters.includes(name));
  return [
    ...missing.map((name) => ({ path: ['send'], message: `The path needs ${name}. Add it to path.` })),
    ...unknown.map((name) => ({
      path: ['path', name],
      message: `The path has no parameter ${name}; it has ${pathParameters.join(', ')}.`,
    })),
  ];
}

/** A case may send an unknown parameter only to have it rejected. */
function queryDiagnostics(
  { query = {}, expect = {} }: StepText,
  { queryParameters }: Operation,
): StepDiagnostic[] {
  if (expect.status === 400) return [];
  return Object.keys(query)
    .filter((name) => !queryParameters.includes(name))
    .map((name) => ({
      path: ['query', name],
      message: `The operation has no query parameter ${name}${listOf(queryParameters, '; it has ')}.`,
    }));
}

function bodyViolations(
  step: StepText,
  operationId: OperationId,
  { requestBody }: Operation,
): StepDiagnostic[] {
  const given = (['body', 'example', 'text'] as const).filter((name) => step[name] !== undefined);
  const [first, second] = given;
  if (second !== undefined)
    return [{ path: [second], message: `The body already comes from ${first}. Keep one of the two.` }];
  if (first === undefined && (step.set ?? step.remove) !== undefined)
    return [{ path: ['send'], message: 'There is no body to change. Add body or example.' }];
  if (first !== undefined && requestBody === 'none')
    return [{ path: [first], message: `${operationId} has no request body. Remove it.` }];
  if (first === undefined && requestBody === 'required' && (step.expect?.status ?? 200) < 400)
    return [{ path: ['send'], message: `${operationId} needs a body. Add body or example.` }];
  return exampleDiagnostics(step.example, operationId);
}

function exampleDiagnostics(example: string | undefined, operationId: OperationId): StepDiagnostic[] {
  if (example === undefined) return [];
  const names = Object.keys(requestExamples(operationId));
  if (names.includes(example)) return [];
  const message = `${operationId} has no request example ${example}; it has ${names.join(', ')}.`;
  return [{ path: ['example'], message }];
}

function listDiagnostics({ pages, expect = {} }: StepText, { queryParameters }: Operation): StepDiagnostic[] {
  if (queryParameters.includes('cursor')) return [];
  const ofLists = (['includes', 'excludes', 'ascending', 'more'] as const).filter(
    (name) => expect[name] !== undefined,
  );
  return [...(pages === undefined ? [] : [['pages']]), ...ofLists.map((name) => ['expect', name])].map(
    (path) => ({ path, message: `${path.at(-1)} is only for operations that return a list.` }),
  );
}

function expectationDiagnostics(
  { status = 200, code, errors }: Expectation,
  { statuses }: Operation,
): StepDiagnostic[] {
  if (!statuses.includes(status))
    return [
      {
        path: ['expect', 'status'],
        message: `The operation does not declare the status ${status}; it declares ${statuses.join(', ')}.`,
      },
    ];
  if (code === undefined) {
    const needless = status < 400 || errors === undefined;
    return needless ? [] : [{ path: ['expect', 'errors'], message: 'A problem also has a code. Add code.' }];
  }
  const problem = Object.hasOwn(problems, code) ? problems[code as keyof typeof problems] : undefined;
  if (problem === undefined)
    return [
      {
        path: ['expect', 'code'],
        message: `The contract has no problem ${code}. Did you mean ${closest(code, Object.keys(problems))}?`,
      },
    ];
  if (problem.status === status) return [];
  return [
    {
      path: ['expect', 'code'],
      message: `${code} has the status ${problem.status}, not ${status}. Change status, or use another code.`,
    },
  ];
}

function nameDiagnostics(step: StepText, savedNames: ReadonlySet<string>): StepDiagnostic[] {
  const { save: _save, ...keys } = step;
  return Object.entries(keys).flatMap(([key, value]) =>
    namesIn(value)
      .filter((name) => !savedNames.has(name))
      .map((name) => ({
        path: [key],
        message: `No step before this one saves ${name}${listOf([...savedNames], '; saved so far: ')}.`,
      })),
  );
}

function listOf(names: readonly string[], before: string): string {
  return names.length === 0 ? '' : `${before}${names.join(', ')}`;
}
