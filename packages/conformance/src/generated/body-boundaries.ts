import { requestExamples } from '@penstock/contract/examples';
import { type ValidationError, codeOfKeyword } from '@penstock/contract/validators';
import type { Check } from '../check.ts';
import type { DescribedOperation } from '../described-operation.ts';
import { valueAt, withoutValueAt, withValueAt } from '../json/pointer.ts';
import type { Session } from '../session.ts';
import { type Place, placesOf } from './places.ts';
import { expectNotRefused, expectRefusal } from './refusal.ts';
import { fittingRequest } from './request.ts';
import { sampleOf } from './sample.ts';
import { boundaryTrials, type Trial, wrongTrials } from './trial-values.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every operation
type Json = any;

/** A change of a body that fits. */
type Change = (body: Json) => Json;

/** A body of the contract, and one place of it. */
interface Base {
  readonly described: DescribedOperation;
  readonly place: Place;
  /** The example that comes closest to having the place. */
  readonly example: string;
  readonly body: Json;
}

/** Each place of each body, at the boundaries of its schema and just beyond them. */
export function bodyBoundaryChecks(described: DescribedOperation): Check[] {
  return placesOf(described).flatMap((place) => {
    const base = baseFor(described, place);
    const fitting = valueAt(base.body, place.pointer) ?? sampleOf(place.schema, described);
    return [
      ...boundaryTrials(place.schema, fitting).flatMap((trial) => takenCheck(base, trial)),
      ...wrongTrials(place.schema, fitting).flatMap((trial) => refusedCheck(base, trial)),
      ...missingCheck(base),
    ];
  });
}

function baseFor(described: DescribedOperation, place: Place): Base {
  const [best] = Object.entries(requestExamples(described.id))
    .map(([example, body]) => ({ described, place, example, body }))
    .sort((one, other) => depthOf(place, other.body) - depthOf(place, one.body));
  if (best === undefined) throw new Error(`${described.id} takes a body and has no request example.`);
  return best;
}

/** How much of the way to a place a body has. */
function depthOf({ above, pointer }: Place, body: Json): number {
  return [...above.map((part) => part.pointer), pointer].filter((each) => valueAt(body, each) !== undefined).length;
}

function takenCheck(base: Base, { name, candidates }: Trial): Check[] {
  const change = candidates
    .map((value) => changeTo(base, value))
    .find((candidate) => faultsOf(base, candidate).length === 0);
  if (change === undefined) return [];
  const code = codeOfKeyword(name.split('/')[0] ?? name);
  return [
    check(base, `${name}/at`, `takes ${base.place.pointer || 'a body'} at its ${name}`, async (session, request) => {
      const answer = await session.send(request(change));
      expectNotRefused(session, answer, { pointer: base.place.pointer, code });
    }),
  ];
}

function refusedCheck(base: Base, { name, candidates }: Trial): Check[] {
  const wanted = codeOfKeyword(name.split('/')[0] ?? name);
  const own = base.place.pointer;
  const isMeant = (faults: readonly ValidationError[]) =>
    faults.length > 0 && faults.every(({ pointer }) => pointer.startsWith(own)) && faults.some(({ code }) => code === wanted || wanted === 'invalid');
  const change = candidates
    .map((value) => changeTo(base, value))
    .find((candidate) => isMeant(faultsOf(base, candidate)));
  return change === undefined ? [] : [refusalOf(base, `${name}/beyond`, `beyond its ${name}`, change)];
}

function missingCheck(base: Base): Check[] {
  const { pointer, isRequired } = base.place;
  if (!isRequired || pointer === '' || valueAt(base.body, pointer) === undefined) return [];
  return [refusalOf(base, 'required', 'that is missing', (body) => withoutValueAt(body, pointer))];
}

function refusalOf(base: Base, name: string, what: string, change: Change): Check {
  const places = faultsOf(base, change).map(({ pointer, code }) => ({ pointer, code }));
  const where = base.place.pointer || 'a body';
  return check(base, name, `refuses ${where} ${what}`, async (session, request) => {
    const answer = await session.send(request(change));
    expectRefusal(session, answer, { status: 400, code: 'validation_failed', places });
  });
}

function check(
  { described, place, example }: Base,
  name: string,
  title: string,
  run: (session: Session, request: (change: Change) => Parameters<Session['send']>[0]) => Promise<void>,
): Check {
  return {
    id: `generated/${described.id}/body${place.pointer}/${name}`,
    kind: 'generated',
    title: `${described.id} ${title}`,
    operationId: described.id,
    needs: [],
    writes: true,
    async run(session) {
      const fitting = await fittingRequest(described, session, example);
      const about = [`body ${place.pointer}`];
      await run(session, (change) => ({ ...fitting, body: change(fitting.body), about }));
    },
  };
}

/** Puts a value at the place, and above it what has to be there. */
function changeTo({ described, place }: Base, value: unknown): Change {
  return (body) => {
    const whole = place.above.reduce(
      (made, { pointer, schema }) =>
        valueAt(made, pointer) === undefined ? withValueAt(made, pointer, sampleOf(schema, described)) : made,
      body,
    );
    return withValueAt(whole, place.pointer, value);
  };
}

/** What the contract finds wrong with the example once it is changed. */
function faultsOf({ described, body }: Base, change: Change): readonly ValidationError[] {
  // The validators write defaults into what they are given.
  return described.validators.requestBody?.(structuredClone(change(body))) ?? [];
}
