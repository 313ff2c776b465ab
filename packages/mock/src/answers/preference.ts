import { getHttpConfigFromRequest } from '@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js';
import type { MockedOperation } from '../contract/operations.ts';

/** Which of its answers an operation gives. */
export interface Choice {
  readonly status: number;
  /** The name of an example; the first one if there is none. */
  readonly example: string | undefined;
}

/** The answer that a `Prefer` header asks for (RFC 7240), or in a sentence why there is none. */
export function choose(
  prefer: string | undefined,
  operation: MockedOperation,
): Choice | { readonly impossible: string } {
  const usual = { status: successOf(operation), example: undefined };
  if (prefer === undefined) return usual;
  const read = getHttpConfigFromRequest({ url: { path: '' }, headers: { prefer } });
  if (read._tag === 'Left')
    return { impossible: 'Write code as a status of three digits, such as code=404.' };
  const { code, exampleKey: example } = read.right;
  if (code !== undefined && !operation.examples.has(code))
    return { impossible: noSuchStatus(code, operation) };
  if (example === undefined) return code === undefined ? usual : { status: code, example };
  const statuses = code === undefined ? [usual.status, ...operation.examples.keys()] : [code];
  const status = statuses.find((one) => operation.examples.get(one)?.includes(example));
  if (status !== undefined) return { status, example };
  return { impossible: noSuchExample(example, code, operation) };
}

/** What was done for the caller, as `Preference-Applied` says it (RFC 7240 section 3). */
export function applied({ status, example }: Choice): string {
  return example === undefined ? `code=${status}` : `code=${status}, example=${example}`;
}

function successOf({ examples }: MockedOperation): number {
  const statuses = [...examples.keys()];
  return statuses.find((status) => status >= 200 && status < 300) ?? statuses[0] ?? 200;
}

function noSuchStatus(code: number, { name, examples }: MockedOperation): string {
  return `${name} never answers ${code}. It answers ${[...examples.keys()].join(', ')}.`;
}

function noSuchExample(
  example: string,
  code: number | undefined,
  { name, examples }: MockedOperation,
): string {
  const [wanted, where] = [JSON.stringify(example), code === undefined ? '' : ` for ${code}`];
  const known = [...examples]
    .filter(([status, names]) => names.length > 0 && (code ?? status) === status)
    .map(([status, names]) => `${status}: ${names.join(', ')}`);
  const list = known.length === 0 ? 'none' : `these: ${known.join('; ')}`;
  return `${name} has no example ${wanted}${where}. The contract has ${list}.`;
}
