import type { OperationId } from '@penstock/contract';
import type { Check } from '../check.ts';
import type { ResourceKind } from '../resource-kind.ts';
import type { Session } from '../session.ts';
import { bodiesOf, type KnownBody } from './bodies.ts';
import { differencesBetween, lostFrom } from './differences.ts';
import { isMoving, isNeverShown, updateOf } from './resource.ts';

/** Create, update with each body that the contract shows, get: what was sent is there, and get shows what update did. */
export function updateChecks(kind: ResourceKind): Check[] {
  const update = updateOf(kind);
  return bodiesOf(update).map((body) => ({
    id: `round-trip/${update}/${body.name}`,
    kind: 'round-trip',
    title: `What ${update} takes (${body.name}) is what ${kind.get} shows`,
    operationId: update,
    needs: CHANGES_TABLES.includes(`${update}/${body.name}`) ? ['pipe-life-cycle'] : [],
    writes: true,
    run: (session) => roundTrip(kind, update, body, session),
  }));
}

/** Table mappings change in steady states only (D-25). */
const CHANGES_TABLES = ['updatePipe/postgres'];

async function roundTrip(
  kind: ResourceKind,
  update: OperationId,
  known: KnownBody,
  session: Session,
): Promise<void> {
  const made = await session.make(kind.create, await bodyBefore(kind, known, session));
  const path = { [kind.parameter]: made.id };
  if (CHANGES_TABLES.includes(`${update}/${known.name}`))
    await session.until(
      { operationId: kind.get, path },
      (seen) => session.contentOf(seen)?.state === 'Running',
    );

  const sent = await known.make(session);
  const updated = await session.send({ operationId: update, path, body: sent });
  session.expect(updated.status === 200, `${update} must take this body, and answered ${updated.status}`);
  if (updated.status !== 200) return;
  const lost = lostFrom(sent, session.contentOf(updated), isNeverShown(update));
  session.expect(lost.length === 0, `${update} loses: ${lost.join('; ')}`);

  const got = await session.send({ operationId: kind.get, path });
  const differences = differencesBetween(session.contentOf(updated), session.contentOf(got), isMoving);
  session.expect(
    differences.length === 0,
    `${kind.get} shows other than ${update} did: ${differences.join('; ')}`,
  );
}

/** What the update of this name is one of, where it is not of the same name: only a pipe of the kind takes it. */
const BEFORE: Readonly<Record<string, string>> = {
  rotateCredentials: 'kafka',
  connectionString: 'azure',
  kinesisKey: 'kinesis',
};

function bodyBefore({ create }: ResourceKind, { name }: KnownBody, session: Session): Promise<unknown> {
  const bodies = bodiesOf(create);
  const wanted = BEFORE[name] ?? name;
  const found = bodies.find((body) => body.name === wanted) ?? bodies[0];
  if (found === undefined) throw new Error(`${create} has no request example.`);
  return found.make(session);
}
