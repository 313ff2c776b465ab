import type { Capability } from '../capability.ts';
import type { Check } from '../check.ts';
import type { ContractOperation } from '../contract-operation.ts';
import type { ApiRequest, ApiResponse, Session } from '../session.ts';

/** An error entry that a problem must list (D-07). */
export interface ErrorEntry {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
}

/** The error response that a server must return. */
export interface ExpectedError {
  readonly status: number;
  readonly code: string;
  /** `errors` must contain one of these; not checked if undefined. */
  readonly entries?: readonly ErrorEntry[];
}

interface ErrorResponseCheck {
  /** Appended to the id of the operation. */
  readonly name: string;
  readonly title: string;
  readonly needs?: readonly Capability[];
  readonly expected: ExpectedError;
  /** By default the method of the operation decides. */
  readonly writes?: boolean;
  request(described: ContractOperation, session: Session): Promise<ApiRequest>;
  /** Further expectations. */
  readonly more?: (response: ApiResponse, session: Session) => void;
}

/** Creates a check that sends one request and expects an error response. */
export function errorResponseCheck(described: ContractOperation, wanted: ErrorResponseCheck): Check {
  return {
    id: `generated/${described.id}/${wanted.name}`,
    kind: 'generated',
    title: wanted.title,
    operationId: described.id,
    needs: wanted.needs ?? [],
    writes: wanted.writes ?? described.operation.method !== 'get',
    async run(session) {
      const response = await session.send(await wanted.request(described, session));
      expectErrorResponse(session, response, wanted.expected);
      wanted.more?.(response, session);
    },
  };
}

export function expectErrorResponse(
  session: Session,
  response: ApiResponse,
  { status, code, entries = [] }: ExpectedError,
): void {
  const actual = response.body?.code;
  session.expect(
    response.status === status && actual === code,
    `Must be rejected with ${status} \`${code}\`, got ${response.status}${typeof actual === 'string' ? ` \`${actual}\`` : ''}.`,
  );
  if (response.status !== status || entries.length === 0) return;
  const errors: readonly ErrorEntry[] = Array.isArray(response.body?.errors) ? response.body.errors : [];
  session.expect(
    entries.some((entry) => errors.some((error) => isSameEntry(entry, error))),
    `\`errors\` must list ${entries.map(nameOf).join(' or ')}.`,
  );
}

/** A server may reject the value by a rule of its own, but not for a boundary that the contract allows. */
export function expectNotRejected(session: Session, response: ApiResponse, entry: ErrorEntry): void {
  const errors: readonly ErrorEntry[] = Array.isArray(response.body?.errors) ? response.body.errors : [];
  session.expect(
    !errors.some((error) => isSameEntry(entry, error)),
    `The contract allows this value, but the server rejects it: \`errors\` lists ${nameOf(entry)}.`,
  );
}

function isSameEntry(entry: ErrorEntry, error: ErrorEntry): boolean {
  return (
    error?.pointer === entry.pointer && error?.parameter === entry.parameter && error?.code === entry.code
  );
}

function nameOf({ pointer, parameter, code }: ErrorEntry): string {
  const where = parameter === undefined ? `the pointer \`${pointer}\`` : `the parameter \`${parameter}\``;
  return `${where} with \`${code}\``;
}
