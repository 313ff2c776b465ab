import { glob, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import { ContractError, type Diagnostic } from './diagnostics.ts';
import type { Operation } from './operations.ts';

/** A request body that every server must refuse, as its file says it. */
interface InvalidExample {
  summary: string;
  refusedBy: 'schema' | 'rule';
  status: number;
  code: string;
  errors: { pointer: string; code: string }[];
  body: unknown;
}

/** Written to this file of the contract package, by operation and case. */
export const INVALID_EXAMPLES = 'packages/contract/openapi/invalid-examples.json';

/**
 * Collects `openapi/examples/<operationId>/invalid.<case>.yaml`. OpenAPI has no place for what must be refused, so they
 * travel beside the bundles.
 *
 * @throws ContractError if a file does not say what is refused, why and how, or belongs to no operation with a body.
 */
export async function generateInvalidExamples(
  workspace: string,
  operations: readonly Operation[],
): Promise<string> {
  const withBody = new Set(
    operations.filter(({ requestBody }) => requestBody !== 'none').map(({ id }) => id),
  );
  const found: Record<string, Record<string, InvalidExample>> = {};
  const mistakes: Diagnostic[] = [];
  for (const file of await files(workspace)) {
    const operationId = basename(dirname(file));
    const name = basename(file).replace(/^invalid\.|\.yaml$/g, '');
    const example = await read(file);
    const complaint = complaintAbout(example, withBody.has(operationId));
    if (complaint === undefined)
      found[operationId] = { ...found[operationId], [name]: example as InvalidExample };
    else mistakes.push({ file, line: 1, column: 1, rule: 'invalid-example', ...complaint });
  }
  if (mistakes.length > 0) throw new ContractError(mistakes);
  return `${JSON.stringify(found, undefined, 2)}\n`;
}

async function files(workspace: string): Promise<string[]> {
  const found: string[] = [];
  const pattern = join('openapi', 'examples', '*', 'invalid.*.yaml');
  for await (const file of glob(pattern, { cwd: workspace })) found.push(join(workspace, file));
  return found.sort();
}

async function read(file: string): Promise<unknown> {
  try {
    return parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const { line = 1, col: column = 1 } = error.linePos?.[0] ?? {};
    const message = error.message.split('\n', 1)[0] ?? '';
    throw new ContractError([{ file, line, column, rule: 'yaml', message, advice: 'Mend the YAML.' }]);
  }
}

function complaintAbout(
  example: unknown,
  belongs: boolean,
): Pick<Diagnostic, 'message' | 'advice'> | undefined {
  if (!belongs) {
    return {
      message: 'The folder is not named after an operation that takes a body.',
      advice: 'Move the file to the folder of its operation, or delete it.',
    };
  }
  const { summary, refusedBy, status, code, errors, body } = (example ?? {}) as Partial<InvalidExample>;
  const complete =
    typeof summary === 'string' &&
    (refusedBy === 'schema' || refusedBy === 'rule') &&
    typeof status === 'number' &&
    typeof code === 'string' &&
    body !== undefined &&
    Array.isArray(errors) &&
    errors.every((error) => typeof error?.pointer === 'string' && typeof error.code === 'string');
  if (complete) return undefined;
  return {
    message: 'The example does not say what is refused, by whom and how.',
    advice:
      'Write `summary`, `refusedBy` (schema or rule), `status`, `code`, `errors` with `pointer` and `code`, and `body`.',
  };
}
