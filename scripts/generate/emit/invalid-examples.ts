import { glob, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { twinOperationId } from '../../twin/names.ts';
import type { Bundle } from '../bundle/bundle.ts';
import { ContractError, type Diagnostic } from '../diagnostics/diagnostics.ts';
import type { Operation } from '../read/operations.ts';
import type { Catalogue } from '../read/problems.ts';
import { type PatchError, type PatchedRequest, patchRequest } from './patched-request.ts';

/** How every server must reject a request body. */
interface Rejection {
  summary: string;
  rejectedBy: 'schema' | 'rule';
  status: number;
  code: string;
  errors: { pointer: string; code: string }[];
}

/** A file. The body is a patch of a valid request, so that the file only contains what is wrong. */
type WrittenExample = Rejection & PatchedRequest;

type InvalidExample = Rejection & { body: unknown };

/** Written to this file of the contract package, by operation and case. */
export const INVALID_EXAMPLES = 'packages/contract/openapi/invalid-examples.json';

/** A file as it was read, and what finds a key in it. */
interface Written {
  file: string;
  document: Document;
  lines: LineCounter;
}

/**
 * Collects `openapi/examples/<operationId>/invalid.<case>.yaml`. OpenAPI has no field for bodies that must be rejected, so they
 * are a file next to the bundles.
 *
 * @throws ContractError if a file is incomplete, has codes that the contract does not have, or belongs
 * to no operation with a body.
 */
export async function generateInvalidExamples(
  workspace: string,
  operations: readonly Operation[],
  problems: Catalogue,
  bundles: readonly Bundle[],
): Promise<string> {
  const withBody = new Set(
    operations.filter(({ requestBody }) => requestBody !== 'none').map(({ id }) => id),
  );
  const entryCodes = entryCodesOf(bundles);
  const found: Record<string, Record<string, InvalidExample>> = {};
  const diagnostics: Diagnostic[] = [];
  for (const file of await files(workspace)) {
    const operationId = basename(dirname(file));
    const name = basename(file).replace(/^invalid\.|\.yaml$/g, '');
    const written = await read(file);
    const example = await withBodyOf(dirname(file), written.document.toJS());
    const exampleErrors = 'body' in example ? wrongCodes(example, problems, entryCodes) : [example];
    if (!withBody.has(operationId)) exampleErrors.unshift({ at: [], message: STRAY, advice: MOVE });
    // Both surfaces accept and reject the same bodies, so a managed twin shares the files of its source.
    const ids = [operationId, twinOperationId(operationId)].filter((id) => withBody.has(id));
    if ('body' in example) for (const id of ids) found[id] = { ...found[id], [name]: example };
    diagnostics.push(...exampleErrors.map((error) => diagnostic(written, error)));
  }
  if (diagnostics.length > 0) throw new ContractError(diagnostics);
  const sorted = Object.fromEntries(Object.entries(found).sort());
  return `${JSON.stringify(sorted, undefined, 2)}\n`;
}

const STRAY = 'The folder is not named after an operation that takes a body.';
const MOVE = 'Move the file to the folder of its operation, or delete it.';
const INCOMPLETE = 'The example is incomplete.';
const COMPLETE =
  'Write `summary`, `rejectedBy` (schema or rule), `status`, `code`, `errors` with `pointer` and `code`, `of` (a request example) and `patch`.';

/** The codes that an entry of a problem may have; undefined if the contract has no such list. */
function entryCodesOf(bundles: readonly Bundle[]): Set<unknown> | undefined {
  const lists = bundles.flatMap(({ document }) => {
    const codes = document.components?.schemas?.ProblemEntryCode?.['x-extensible-enum'];
    return Array.isArray(codes) ? [codes as unknown[]] : [];
  });
  return lists.length === 0 ? undefined : new Set(lists.flat());
}

async function files(workspace: string): Promise<string[]> {
  const found: string[] = [];
  const pattern = join('openapi', 'examples', '*', 'invalid.*.yaml');
  for await (const file of glob(pattern, { cwd: workspace })) found.push(join(workspace, file));
  return found.sort();
}

async function read(file: string): Promise<Written> {
  const lines = new LineCounter();
  const document = parseDocument(await readFile(file, 'utf8'), { lineCounter: lines });
  const [error] = document.errors;
  if (!error) return { file, document, lines };
  const { line = 1, col: column = 1 } = error.linePos?.[0] ?? {};
  const message = error.message.split('\n', 1)[0] ?? '';
  throw new ContractError([{ file, line, column, rule: 'yaml', message, advice: 'Correct the YAML.' }]);
}

function diagnostic({ file, document, lines }: Written, { at, message, advice }: PatchError): Diagnostic {
  const node = document.getIn(at, true) as { range?: [number, number, number] } | undefined;
  const { line, col: column } =
    at.length > 0 && node?.range ? lines.linePos(node.range[0]) : { line: 1, col: 1 };
  return { file, line, column, rule: 'invalid-example', message, advice };
}

/** The example with its body, or why it has none. */
async function withBodyOf(folder: string, example: unknown): Promise<InvalidExample | PatchError> {
  if (!isComplete(example)) return { at: [], message: INCOMPLETE, advice: COMPLETE };
  const { of, patch, ...rejection } = example;
  const result = await patchRequest(folder, { of, patch });
  return 'body' in result ? { ...rejection, body: result.body } : result;
}

function isComplete(example: unknown): example is WrittenExample {
  const { summary, rejectedBy, status, code, errors, of, patch } = (example ?? {}) as Partial<WrittenExample>;
  return (
    typeof summary === 'string' &&
    (rejectedBy === 'schema' || rejectedBy === 'rule') &&
    typeof status === 'number' &&
    typeof code === 'string' &&
    Array.isArray(errors) &&
    errors.every((error) => typeof error?.pointer === 'string' && typeof error.code === 'string') &&
    typeof of === 'string' &&
    Array.isArray(patch) &&
    patch.every((operation) => typeof operation?.op === 'string' && typeof operation.path === 'string')
  );
}

/** Codes that no server sends, and a status that the code does not have. */
function wrongCodes(
  { code, status, errors }: InvalidExample,
  problems: Catalogue,
  entryCodes: ReadonlySet<unknown> | undefined,
): PatchError[] {
  const problem = problems.get(code);
  const unknownEntries = errors.flatMap((error, index): PatchError[] => {
    if (entryCodes === undefined || entryCodes.has(error.code)) return [];
    const message = `${error.code} is not a code of error entries.`;
    const advice = 'Write a code of ProblemEntryCode, or add it there.';
    return [{ at: ['errors', index, 'code'], message, advice }];
  });
  if (problem === undefined) {
    const message = `No response of the contract has a problem with the code ${code}.`;
    const advice =
      'Write the code of a problem in openapi/components/responses, or add an example of it there.';
    return [{ at: ['code'], message, advice }, ...unknownEntries];
  }
  if (problem.status === status) return unknownEntries;
  const message = `The problem ${code} has the status ${problem.status}, not ${status}.`;
  return [{ at: ['status'], message, advice: `Write \`status: ${problem.status}\`.` }, ...unknownEntries];
}
