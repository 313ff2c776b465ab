import { ProblemError } from '@penstock/server';
import { getHttpConfigFromRequest } from '@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js';
import type { MockOperation } from '../contract/operations.ts';

/** The documented response that the mock sends. */
export interface Choice {
  readonly status: number;
  /** The name of an example. Undefined for the first one. */
  readonly example: string | undefined;
}

/**
 * Chooses the response that a `Prefer` header requests (RFC 7240), by default the first success.
 *
 * @throws ProblemError 400 if the contract has no such response; it lists those that the contract has.
 */
export function chooseResponse(prefer: string | undefined, operation: MockOperation): Choice {
  const usual = { status: successOf(operation), example: undefined };
  if (prefer === undefined) return usual;
  const { code, example } = readPreference(prefer);
  if (code !== undefined && !operation.responses.has(code)) throw invalid(unknownStatus(code, operation));
  if (example === undefined) return code === undefined ? usual : { status: code, example };
  const statuses = code === undefined ? [usual.status, ...operation.responses.keys()] : [code];
  const status = statuses.find((one) => operation.responses.get(one)?.examples.includes(example));
  if (status === undefined) throw invalid(unknownExample(example, code, operation));
  return { status, example };
}

/** The value of `Preference-Applied` (RFC 7240 section 3). */
export function applied({ status, example }: Choice): string {
  return example === undefined ? `code=${status}` : `code=${status}, example=${example}`;
}

function readPreference(prefer: string): { code: number | undefined; example: string | undefined } {
  const read = getHttpConfigFromRequest({ url: { path: '' }, headers: { prefer } });
  if (read._tag === 'Left') throw invalid('must have a status of three digits, such as code=404');
  return { code: read.right.code, example: read.right.exampleKey };
}

function successOf({ responses }: MockOperation): number {
  const statuses = [...responses.keys()];
  return statuses.find((status) => status >= 200 && status < 300) ?? statuses[0] ?? 200;
}

function invalid(message: string): ProblemError {
  return new ProblemError({
    code: 'validation_failed',
    detail:
      'The Prefer header requests a response that the contract does not have. Request one of the responses listed in errors.',
    errors: [{ parameter: 'Prefer', code: 'invalid', message }],
  });
}

function unknownStatus(code: number, { name, responses }: MockOperation): string {
  return `${name} never returns ${code}. It returns ${[...responses.keys()].join(', ')}.`;
}

function unknownExample(
  example: string,
  code: number | undefined,
  { name, responses }: MockOperation,
): string {
  const [wanted, where] = [JSON.stringify(example), code === undefined ? '' : ` for ${code}`];
  const known = [...responses]
    .filter(([status, { examples }]) => examples.length > 0 && (code ?? status) === status)
    .map(([status, { examples }]) => `${status}: ${examples.join(', ')}`);
  const list = known.length === 0 ? 'none' : `these: ${known.join('; ')}`;
  return `${name} has no example ${wanted}${where}. The contract has ${list}.`;
}
