import { operations } from '@penstock/contract';
import type { Check } from '../check.ts';
import { describedOperation } from '../described-operation.ts';
import type { ResourceKind } from '../resource-kind.ts';
import type { Answer, Session } from '../session.ts';
import { bodiesOf, type KnownBody } from './bodies.ts';
import { differencesBetween, lostFrom } from './differences.ts';
import { isMoving, isNeverShown, updateOf } from './resource.ts';
import { writablePart } from './writable-part.ts';

/**
 * Create, get, update with what was got, get: nothing lost, nothing invented. Data lost from GET to PUT is the complaint
 * heard most (D-41).
 */
export function creationChecks(kind: ResourceKind): Check[] {
  return bodiesOf(kind.create).map((body) => ({
    id: `round-trip/${kind.create}/${body.name}`,
    kind: 'round-trip',
    title: `What ${kind.create} takes (${body.name}) is what ${kind.get} shows, and putting that back changes nothing`,
    operationId: kind.create,
    needs: [],
    writes: true,
    run: (session) => roundTrip(kind, body, session),
  }));
}

async function roundTrip(kind: ResourceKind, known: KnownBody, session: Session): Promise<void> {
  const { id, sent, answer: created } = await session.make(kind.create, await known.make(session));
  expectNone(
    session,
    `${kind.create} loses`,
    lostFrom(sent, session.contentOf(created), isNeverShown(kind.create)),
  );

  const path = { [kind.parameter]: id };
  const got = await session.send({ operationId: kind.get, path });
  expectSame(session, `${kind.get} shows other than ${kind.create} did`, created, got);

  const update = updateOf(kind);
  const body = bodyToPutBack(update, session.contentOf(got));
  const updated = await session.send({ operationId: update, path, body });
  session.expect(
    updated.status === 200,
    `${update} must take back what ${kind.get} showed, and answered ${updated.status}`,
  );
  expectSame(session, `${update} with what ${kind.get} showed changes`, got, updated);
  const again = await session.send({ operationId: kind.get, path });
  expectSame(session, `after ${update} with what it showed, ${kind.get} shows other`, got, again);
}

/** A PUT takes an answer as it is (D-41); a PATCH has fewer fields (D-24), and takes those. */
function bodyToPutBack(update: ReturnType<typeof updateOf>, content: unknown): unknown {
  return operations[update].method === 'put' ? content : writablePart(content, describedOperation(update));
}

function expectSame(session: Session, what: string, before: Answer, after: Answer): void {
  if (after.status !== 200) return;
  expectNone(
    session,
    what,
    differencesBetween(session.contentOf(before), session.contentOf(after), isMoving),
  );
}

function expectNone(session: Session, what: string, differences: readonly string[]): void {
  session.expect(differences.length === 0, `${what}: ${differences.join('; ')}`);
}
