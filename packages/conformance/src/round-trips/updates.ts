import type { OperationId, Resource } from '@penstock/contract';
import type { Check } from '../check.ts';
import { type Session, waitMessage } from '../session.ts';
import { bodiesOf, type KnownBody } from './bodies.ts';
import { changesBetween, missingFrom } from './changes.ts';
import { changesByItself, isNeverReturned } from './ignored-locations.ts';

/** Create, update with each example, get: the update is complete, and get returns the same. */
export function updateChecks(resource: Resource): Check[] {
  const { update } = resource;
  return bodiesOf(update).map((body) => ({
    id: `round-trip/${update}/${body.name}`,
    kind: 'round-trip',
    title: `${resource.get} returns what ${update} accepted (${body.name})`,
    operationId: update,
    needs: CHANGES_TABLES.includes(`${update}/${body.name}`) ? ['pipe-life-cycle'] : [],
    writes: true,
    run: (session) => roundTrip(resource, update, body, session),
  }));
}

/** Table mappings change in steady states only (D-25). */
const CHANGES_TABLES = ['updatePipe/postgres'];

async function roundTrip(
  resource: Resource,
  update: OperationId,
  known: KnownBody,
  session: Session,
): Promise<void> {
  const made = await session.create(resource.create, await bodyBefore(resource, known, session));
  const path = { [resource.idParameter]: made.id };
  if (CHANGES_TABLES.includes(`${update}/${known.name}`)) await waitUntilRunning(resource, path, session);

  const sent = await known.create(session);
  const updated = await session.send({ operationId: update, path, body: sent });
  session.expect(updated.status === 200, `${update} must accept this body, got ${updated.status}`);
  if (updated.status !== 200) return;
  const lost = missingFrom(sent, session.contentOf(updated), isNeverReturned(update));
  session.expect(lost.length === 0, `${update} loses: ${lost.join('; ')}`);

  const got = await session.send({ operationId: resource.get, path });
  const changes = changesBetween(session.contentOf(updated), session.contentOf(got), changesByItself);
  session.expect(
    changes.length === 0,
    `${resource.get} and ${update} return different values: ${changes.join('; ')}`,
  );
}

const RUNNING = JSON.stringify({ state: 'Running' });

async function waitUntilRunning(
  resource: Resource,
  path: Record<string, string>,
  session: Session,
): Promise<void> {
  const { outcome } = await session.waitFor(
    { operationId: resource.get, path },
    { name: RUNNING, isReached: (response) => session.contentOf(response)?.state === 'Running' },
  );
  session.expect(outcome === 'reached', waitMessage(outcome, `the result never contained ${RUNNING}`));
}

/** The creation that an update needs, if it has another name: only a pipe of the same source kind accepts it. */
const BEFORE: Readonly<Record<string, string>> = {
  rotateCredentials: 'kafka',
  clearFields: 'kafka',
  connectionString: 'azure',
  kinesisKey: 'kinesis',
  mskKey: 'msk',
  clientCertificate: 'kafkaMutualTls',
  eventHubs: 'kafkaEventHubs',
};

function bodyBefore({ create }: Resource, { name }: KnownBody, session: Session): Promise<unknown> {
  const bodies = bodiesOf(create);
  const wanted = BEFORE[name] ?? name;
  const found = bodies.find((body) => body.name === wanted) ?? bodies[0];
  if (found === undefined) throw new Error(`${create} has no request example.`);
  return found.create(session);
}
