import {
  type Operation,
  type OperationId,
  operations,
  type Resource,
  secretFields,
} from '@penstock/contract';
import { valueAt } from '@penstock/contract/reader';
import type { Check } from '../check.ts';
import { withValueAt } from '../json/pointer.ts';
import { resourceAddressedBy, resourceCreatedBy } from '../resource.ts';
import type { ApiRequest, Session } from '../session.ts';
import { bodiesOf, type KnownBody } from './bodies.ts';

/** Longer than any field may be. */
const TOO_LONG = 5000;
const TOO_LARGE = 2 ** 20 + 1;

/**
 * Sends a secret in every write-only field, in a valid request and in every kind of invalid one. The session checks that
 * no response, then or later, contains the secret.
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
    title: `${operationId} never returns ${pointer}, even if the request is invalid`,
    operationId,
    needs: [],
    writes: true,
    run: (session) => useAndMisuse(operationId, pointer, session),
  };
}

async function useAndMisuse(operationId: OperationId, pointer: string, session: Session): Promise<void> {
  const resource = resourceCreatedBy(operationId) ?? resourceAddressedBy(operationId);
  if (resource === undefined) return useAndMisuseOnce(operationId, pointer, session);
  const { body, before } = await bodyWith(operationId, pointer, resource, session);
  const { path, id } = before;
  const request: ApiRequest = { operationId, path, body };

  const response = await session.send(request);
  session.expect(response.status === 200, `${operationId} must accept this body, got ${response.status}`);
  const made = { [resource.idParameter]: id ?? session.contentOf(response)?.id ?? '' };
  if (response.status === 200) await session.send({ operationId: resource.get, path: made });
  await session.send({ operationId: resource.list, query: { limit: '1000' } });
  for (const wrong of misuses(request, pointer, session)) await session.send(wrong);
}

/** An operation that stores nothing. */
async function useAndMisuseOnce(operationId: OperationId, pointer: string, session: Session): Promise<void> {
  const { body } = await firstWith(operationId, pointer, session);
  const request: ApiRequest = { operationId, body };
  for (const wrong of misuses(request, pointer, session)) await session.send(wrong);
  const response = await session.send(request);
  session.expect(response.status === 200, `${operationId} must accept this body, got ${response.status}`);
}

/** The request with the secret, and an error in the field, in the rest of the body or in the credential. */
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
    { ...request, as: 'anonymous' },
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
  /** The resource to change; undefined for a creation. */
  readonly id: string | undefined;
}

/** Returns a body of the operation that has the field, and the resource to send it to. */
async function bodyWith(
  operationId: OperationId,
  pointer: string,
  resource: Resource,
  session: Session,
): Promise<{ body: unknown; before: Before }> {
  const { known, body } = await firstWith(operationId, pointer, session);
  if (operationId === resource.create) return { body, before: { path: {}, id: undefined } };
  const created = await firstBodyFor(resource, pointer, known, session);
  const { id } = await session.create(resource.create, created);
  return { body: withoutTables(body), before: { path: { [resource.idParameter]: id }, id } };
}

async function firstWith(
  operationId: OperationId,
  pointer: string,
  session: Session,
): Promise<{ known: KnownBody; body: unknown }> {
  for (const known of bodiesOf(operationId)) {
    const body = await known.create(session);
    if (valueAt(body, pointer) !== undefined) return { known, body };
  }
  throw new Error(`No body of ${operationId} has ${pointer}; add a variation with it.`);
}

/** An update changes a resource that was created with the same field, or if that is impossible, any. */
async function firstBodyFor(
  resource: Resource,
  pointer: string,
  { name }: KnownBody,
  session: Session,
): Promise<unknown> {
  const bodies = bodiesOf(resource.create);
  for (const known of [...bodies].sort((one) => (one.name === name ? -1 : 0))) {
    const body = await known.create(session);
    if (valueAt(body, pointer) !== undefined) return body;
  }
  return bodies[0]?.create(session);
}

/** Tables change in steady states only (D-25), and contain no secret. */
function withoutTables(body: unknown): unknown {
  const { source } = body as { source?: { postgres?: Record<string, unknown> } };
  if (source?.postgres === undefined) return body;
  const { tableMappingsToAdd: _add, tableMappingsToRemove: _remove, ...postgres } = source.postgres;
  return { ...(body as object), source: { ...source, postgres } };
}
