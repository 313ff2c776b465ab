import { type OperationId, operations, type Resource } from '@penstock/contract';
import type { Check } from '../check.ts';
import { contractOperation } from '../contract-operation.ts';
import type { ApiResponse, Session } from '../session.ts';
import { bodiesOf, type KnownBody } from './bodies.ts';
import { changesBetween, missingFrom } from './changes.ts';
import { changesByItself, isNeverReturned } from './ignored-locations.ts';
import { writablePart } from './writable-part.ts';

/**
 * Create, get, update with the result of get, get: no field is lost or added. Fields lost between GET and PUT are the
 * most frequent defect of such APIs (D-41).
 */
export function creationChecks(resource: Resource): Check[] {
  return bodiesOf(resource.create).map((body) => ({
    id: `round-trip/${resource.create}/${body.name}`,
    kind: 'round-trip',
    title: `${resource.get} returns what ${resource.create} accepted (${body.name}), and sending that back changes nothing`,
    operationId: resource.create,
    needs: [],
    writes: true,
    run: (session) => roundTrip(resource, body, session),
  }));
}

async function roundTrip(resource: Resource, known: KnownBody, session: Session): Promise<void> {
  const { id, sent, response: created } = await session.create(resource.create, await known.create(session));
  expectNone(
    session,
    `${resource.create} loses`,
    missingFrom(sent, session.contentOf(created), isNeverReturned(resource.create)),
  );

  const path = { [resource.idParameter]: id };
  const got = await session.send({ operationId: resource.get, path });
  expectSame(session, `${resource.get} and ${resource.create} return different values`, created, got);

  const { update } = resource;
  const body = bodyToSendBack(update, session.contentOf(got));
  const updated = await session.send({ operationId: update, path, body });
  session.expect(
    updated.status === 200,
    `${update} must accept the result of ${resource.get}, got ${updated.status}`,
  );
  expectSame(session, `${update} with the result of ${resource.get} changes`, got, updated);
  const again = await session.send({ operationId: resource.get, path });
  expectSame(session, `after ${update} with its own result, ${resource.get} changes`, got, again);
}

/** A PUT accepts the result as it is (D-41); a PATCH has fewer fields (D-24). */
function bodyToSendBack(update: OperationId, content: unknown): unknown {
  return operations[update].method === 'put' ? content : writablePart(content, contractOperation(update));
}

function expectSame(session: Session, what: string, before: ApiResponse, after: ApiResponse): void {
  if (after.status !== 200) return;
  expectNone(
    session,
    what,
    changesBetween(session.contentOf(before), session.contentOf(after), changesByItself),
  );
}

function expectNone(session: Session, what: string, changes: readonly string[]): void {
  session.expect(changes.length === 0, `${what}: ${changes.join('; ')}`);
}
