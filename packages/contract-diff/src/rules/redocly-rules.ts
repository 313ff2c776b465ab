import type { Direction } from '../change.ts';

/** The effect of a rule of `diff-recommended` on clients, and its only possible direction. */
interface Meaning {
  /** The effect on clients; one text per direction if it depends on the direction. */
  readonly why: string | Readonly<Record<Direction, string>>;
  readonly instead: string;
  readonly direction?: Direction;
}

const STRICTER = 'A request that was valid is rejected.';
const BEYOND = 'A response has values that the contract excluded, and clients do not expect them.';
const EITHER = { request: STRICTER, response: BEYOND };
const LESS = 'Clients read an unexpected value in the response, or miss one that they need.';
const KEEP_ACCEPTING = 'Continue to accept what was accepted.';
const GONE = 'Clients that call it get an error.';
const DEPRECATE = 'Deprecate it first, and name its replacement.';

/** By rule of `diff-recommended`. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  'operation-removed': { why: GONE, instead: DEPRECATE },
  'operation-id-changed': {
    why: 'Generated clients and servers are named after it and no longer compile.',
    instead: 'Keep the operationId.',
  },
  'path-removed': { why: GONE, instead: DEPRECATE },
  'parameter-removed': {
    why: 'Requests with it are rejected, or it is silently ignored.',
    instead: DEPRECATE,
  },
  'parameter-became-required': {
    why: STRICTER,
    instead: 'Make it optional, with the old behaviour if it is absent.',
  },
  'parameter-serialization-changed': {
    why: 'Values in the old form are read as other values.',
    instead: KEEP_ACCEPTING,
  },
  'request-body-removed': { why: STRICTER, instead: KEEP_ACCEPTING },
  'request-body-became-required': {
    why: STRICTER,
    instead: 'Make it optional, with the old behaviour if it is absent.',
  },
  'response-removed': {
    why: 'Clients that expect this status treat the new response as a failure.',
    instead: 'Continue to return the old status.',
  },
  'response-header-removed': { why: LESS, instead: 'Keep sending the header.' },
  'media-type-removed': {
    why: 'Requests that send or accept this media type are rejected.',
    instead: 'Keep the media type in addition to the new one.',
  },
  'security-requirement-changed': {
    why: 'Credentials that were sufficient are rejected.',
    instead: 'Accept the old credentials in addition to the new ones.',
  },
  'security-scheme-changed': {
    why: 'Credentials of the old scheme are rejected.',
    instead: 'Add a scheme and keep the old one.',
  },
  'server-removed': {
    why: 'Clients that call the old address get no response.',
    instead: 'Keep the address, or redirect from it.',
  },
  'schema-type-changed': {
    why: EITHER,
    instead: 'Add a property of the new type and keep the old one.',
  },
  'enum-values-removed': { why: STRICTER, instead: KEEP_ACCEPTING, direction: 'request' },
  'enum-values-added': {
    why: 'The set was closed: programs have a branch for each value, and none for the new one.',
    instead: 'Use `x-extensible-enum` for response sets that may grow; this one needs a new property.',
    direction: 'response',
  },
  'required-properties-added': {
    why: 'A request without the property, which was valid, is rejected.',
    instead: 'Make it optional, with a default that keeps the old behaviour.',
    direction: 'request',
  },
  'required-properties-removed': {
    why: 'Clients that read the property without a check for its presence fail.',
    instead: 'Keep sending it.',
    direction: 'response',
  },
  'property-removed': {
    why: {
      request: 'Requests with the property are rejected.',
      response: 'Clients that read the property do not find it.',
    },
    instead: 'Keep the property, mark it `deprecated`, and name its replacement.',
  },
  'schema-constraint-changed': {
    why: EITHER,
    instead: 'Keep the bounds in responses, and accept at least the old values in requests.',
  },
  'schema-combinator-changed': {
    why: EITHER,
    instead: 'Add a property or an operation for the new form.',
  },
};

/** Returns what a rule means for the affected clients; unknown rules of later versions get a general text. */
export function meaningOf(
  rule: string,
  directions: ReadonlySet<Direction>,
): Omit<Meaning, 'why'> & { why: string } {
  const meaning = MEANINGS[rule] ?? {
    why: 'Programs written for the old contract may fail.',
    instead: 'Keep the old behaviour.',
  };
  return {
    ...meaning,
    why: typeof meaning.why === 'string' ? meaning.why : inDirections(meaning.why, directions),
  };
}

function inDirections(why: Readonly<Record<Direction, string>>, directions: ReadonlySet<Direction>): string {
  const ways = (['request', 'response'] as const).filter(
    (way) => directions.size === 0 || directions.has(way),
  );
  return ways.map((way) => why[way]).join(' Or: ');
}
