import { type Operation, type OperationId, operations, secretFields } from '@penstock/contract';
import type { Check } from '../check.ts';
import { valueAt, withValueAt } from '../json/pointer.ts';
import { kindMadeBy, kindNamedBy, type ResourceKind } from '../resource-kind.ts';
import type { ApiRequest, Session } from '../session.ts';
import { bodiesOf, type KnownBody } from './bodies.ts';

/** Longer than any field may be. */
const TOO_LONG = 5000;
const TOO_LARGE = 2 ** 20 + 1;

/**
 * A secret in every write-only field, and the request in every way in which it can go wrong. That no answer, then or later,
 * holds the secret is seen to by the session.
 */
export function leakChecks(): Check[] {
  return (Object.keys(secretFields) as OperationId[]).flatMap((operationId) =>
    (secretFields[operationId] ?? []).map((pointer) => leakCheck(operationId, pointer)),
  );
}

function leakCheck(operationId: OperationId, pointer: string): Check {
  return {
    id: `round-trip/${operationId}/secret${pointer}`,
    kind: 'round-trip',
    title: `${operationId} keeps ${pointer} to itself, whatever is wrong with the request`,
    operationId,
    needs: [],
    writes: true,
    run: (session) => useAndMisuse(operationId, pointer, session),
  };
}

async function useAndMisuse(operationId: OperationId, pointer: string, session: Session): Promise<void> {
  const kind = kindMadeBy(operationId) ?? kindNamedBy(operationId);
  if (kind === undefined) throw new Error(`${operationId} is about nothing that can be made.`);
  const { body, before } = await bodyWith(operationId, pointer, kind, session);
  const { path, id } = before;
  const request: ApiRequest = { operationId, path, body };

  const answer = await session.send(request);
  session.expect(answer.status === 200, `${operationId} must take this body, and answered ${answer.status}`);
  const made = { [kind.parameter]: id ?? session.contentOf(answer)?.id ?? '' };
  if (answer.status === 200) await session.send({ operationId: kind.get, path: made });
  await session.send({ operationId: kind.list, query: { limit: '1000' } });
  for (const wrong of misuses(request, pointer, session)) await session.send(wrong);
}

/** The request with the secret in it, and something wrong with the field, with the body around it, or with who sends it. */
function misuses(request: ApiRequest, pointer: string, session: Session): ApiRequest[] {
  const { body, ...rest } = request;
  const secret = session.secret();
  const raw = JSON.stringify(body);
  const other = (value: unknown): ApiRequest => ({ ...rest, body: withValueAt(body, pointer, value) });
  return [
    other({ [secret]: secret }),
    other([secret]),
    other(secret.repeat(Math.ceil(TOO_LONG / secret.length))),
    other(`${secret}\u0000\r\n`),
    { ...rest, body: withValueAt(body, '/nonsense', secret) },
    { ...rest, rawBody: raw.slice(0, -1) },
    { ...rest, rawBody: `${raw.slice(0, -1)},${raw.slice(1)}` },
    { ...rest, rawBody: raw.padEnd(TOO_LARGE) },
    { ...rest, rawBody: raw, headers: { 'content-type': 'text/plain' } },
    { ...request, as: 'nobody' },
    { ...request, as: 'impostor' },
    ...(takesIfMatch(request.operationId) ? [{ ...request, headers: { 'If-Match': '"never-made"' } }] : []),
  ];
}

function takesIfMatch(operationId: OperationId): boolean {
  const { headerParameters }: Operation = operations[operationId];
  return headerParameters.includes('If-Match');
}

interface Before {
  readonly path: Readonly<Record<string, string>>;
  /** What is changed; undefined for a creation. */
  readonly id: string | undefined;
}

/** A body of the operation that has the field, and where it goes. */
async function bodyWith(
  operationId: OperationId,
  pointer: string,
  kind: ResourceKind,
  session: Session,
): Promise<{ body: unknown; before: Before }> {
  const { known, body } = await firstWith(operationId, pointer, session);
  if (operationId === kind.create) return { body, before: { path: {}, id: undefined } };
  const created = await firstBodyFor(kind, pointer, known, session);
  const { id } = await session.make(kind.create, created);
  return { body: withoutTables(body), before: { path: { [kind.parameter]: id }, id } };
}

async function firstWith(
  operationId: OperationId,
  pointer: string,
  session: Session,
): Promise<{ known: KnownBody; body: unknown }> {
  for (const known of bodiesOf(operationId)) {
    const body = await known.make(session);
    if (valueAt(body, pointer) !== undefined) return { known, body };
  }
  throw new Error(`No body of ${operationId} has ${pointer}; add a variation with it.`);
}

/** An update is one of something that was made with the same field, or if that is impossible of anything. */
async function firstBodyFor(
  kind: ResourceKind,
  pointer: string,
  { name }: KnownBody,
  session: Session,
): Promise<unknown> {
  const bodies = bodiesOf(kind.create);
  for (const known of [...bodies].sort((one) => (one.name === name ? -1 : 0))) {
    const body = await known.make(session);
    if (valueAt(body, pointer) !== undefined) return body;
  }
  return bodies[0]?.make(session);
}

/** Those change in steady states only (D-25), and hold no secret. */
function withoutTables(body: unknown): unknown {
  const { source } = body as { source?: { postgres?: Record<string, unknown> } };
  if (source?.postgres === undefined) return body;
  const { tableMappingsToAdd: _add, tableMappingsToRemove: _remove, ...postgres } = source.postgres;
  return { ...(body as object), source: { ...source, postgres } };
}
