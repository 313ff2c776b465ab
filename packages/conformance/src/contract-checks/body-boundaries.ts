import { requestExamples } from '@penstock/contract/examples';
import { valueAt } from '@penstock/contract/reader';
import { codeOfKeyword, type ValidationError } from '@penstock/contract/validators';
import type { Check } from '../check.ts';
import type { ContractOperation } from '../contract-operation.ts';
import { withoutValueAt, withValueAt } from '../json/pointer.ts';
import type { Session } from '../session.ts';
import { type BodyLocation, bodyLocations } from './body-locations.ts';
import { boundaryTrials, invalidTrials, type Trial } from './boundary-values.ts';
import { expectErrorResponse, expectNotRejected } from './error-response-check.ts';
import { sampleValue } from './sample-value.ts';
import { validRequest } from './valid-request.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of every operation
type Json = any;

/** A change of a valid body. */
type Change = (body: Json) => Json;

/** An example body of the contract, and one location in it. */
interface Base {
  readonly described: ContractOperation;
  readonly location: BodyLocation;
  /** The example that contains most of the path to the location, and the fewest fields next to it: servers have rules between fields. */
  readonly example: string;
  readonly body: Json;
}

/** Each location of each body, at the boundaries of its schema and just beyond them. */
export function bodyBoundaryChecks(described: ContractOperation): Check[] {
  const examples = requestExamples(described.id);
  return bodyLocations(described).flatMap((location) => {
    const base = baseFor(described, location, examples);
    const valid = valueAt(base.body, location.pointer) ?? sampleValue(location.schema, described);
    return [
      ...boundaryTrials(location.schema, valid).flatMap((trial) => acceptedCheck(base, trial)),
      ...invalidTrials(location.schema, valid).flatMap((trial) => rejectedCheck(base, trial)),
      ...missingCheck(base),
    ];
  });
}

function baseFor(
  described: ContractOperation,
  location: BodyLocation,
  examples: Readonly<Record<string, Json>>,
): Base {
  const [best] = Object.entries(examples)
    .map(([example, body]) => ({ described, location, example, body }))
    .sort(
      (one, other) =>
        depthOf(location, other.body) - depthOf(location, one.body) ||
        siblingsOf(location, one.body) - siblingsOf(location, other.body),
    );
  if (best === undefined) throw new Error(`${described.id} has a request body but no request example.`);
  return best;
}

/** Returns how many locations on the way to this one a body has. */
function depthOf({ above, pointer }: BodyLocation, body: Json): number {
  return [...above.map((part) => part.pointer), pointer].filter((each) => valueAt(body, each) !== undefined)
    .length;
}

/** Returns how many fields the object has that contains a location. */
function siblingsOf({ above }: BodyLocation, body: Json): number {
  const parent = above.at(-1);
  return Object.keys((parent && valueAt(body, parent.pointer)) ?? body).length;
}

function acceptedCheck(base: Base, { name, candidates }: Trial): Check[] {
  const change = candidates
    .map((value) => changeTo(base, value))
    .find((candidate) => validationErrors(base, candidate).length === 0);
  if (change === undefined) return [];
  const code = codeOfKeyword(name.split('/')[0] ?? name);
  return [
    check(
      base,
      `${name}/at`,
      `accepts ${base.location.pointer || 'a body'} at its ${name}`,
      async (session, request) => {
        const response = await session.send(request(change));
        expectNotRejected(session, response, { pointer: base.location.pointer, code });
      },
    ),
  ];
}

function rejectedCheck(base: Base, { name, candidates }: Trial): Check[] {
  const code = codeOfKeyword(name.split('/')[0] ?? name);
  const own = base.location.pointer;
  const isIntended = (errors: readonly ValidationError[]) =>
    errors.length > 0 &&
    errors.every(({ pointer }) => pointer.startsWith(own)) &&
    errors.some((error) => error.code === code || code === 'invalid');
  const change = candidates
    .map((value) => changeTo(base, value))
    .find((candidate) => isIntended(validationErrors(base, candidate)));
  return change === undefined ? [] : [rejection(base, `${name}/beyond`, `beyond its ${name}`, change)];
}

function missingCheck(base: Base): Check[] {
  const { pointer, isRequired } = base.location;
  if (!isRequired || pointer === '' || valueAt(base.body, pointer) === undefined) return [];
  return [rejection(base, 'required', 'if it is missing', (body) => withoutValueAt(body, pointer))];
}

function rejection(base: Base, name: string, what: string, change: Change): Check {
  const entries = validationErrors(base, change).map(({ pointer, code }) => ({ pointer, code }));
  const where = base.location.pointer || 'a body';
  return check(base, name, `rejects ${where} ${what}`, async (session, request) => {
    const response = await session.send(request(change));
    expectErrorResponse(session, response, { status: 400, code: 'validation_failed', entries });
  });
}

function check(
  { described, location, example }: Base,
  name: string,
  title: string,
  run: (session: Session, request: (change: Change) => Parameters<Session['send']>[0]) => Promise<void>,
): Check {
  return {
    id: `generated/${described.id}/body${location.pointer}/${name}`,
    kind: 'generated',
    title: `${described.id} ${title}`,
    operationId: described.id,
    needs: [],
    writes: true,
    async run(session) {
      const valid = await validRequest(described, session, example);
      const about = [`body ${location.pointer}`];
      await run(session, (change) => ({ ...valid, body: change(valid.body), about }));
    },
  };
}

/** Sets the value at the location, and above it whatever the location needs. */
function changeTo({ described, location }: Base, value: unknown): Change {
  return (body) => {
    const whole = location.above.reduce(
      (extended, { pointer, schema }) =>
        valueAt(extended, pointer) === undefined
          ? withValueAt(extended, pointer, sampleValue(schema, described))
          : extended,
      body,
    );
    return withValueAt(whole, location.pointer, value);
  };
}

/** Returns the validation errors of the changed example. */
function validationErrors({ described, body }: Base, change: Change): readonly ValidationError[] {
  // The validators write defaults into their input.
  return described.validators.requestBody?.(structuredClone(change(body))) ?? [];
}
