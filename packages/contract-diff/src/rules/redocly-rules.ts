import type { Direction } from '../change.ts';

/** What a verdict of `diff-recommended` means for people, and the direction in which it can only have been given. */
interface Meaning {
  /** Whom it breaks, and how; by direction if that is not the same. */
  readonly why: string | Readonly<Record<Direction, string>>;
  readonly instead: string;
  readonly direction?: Direction;
}

const STRICTER = 'A request that was right is refused.';
const BEYOND = 'An answer goes beyond what the contract promised, and programs are not made for it.';
const EITHER = { request: STRICTER, response: BEYOND };
const LESS = 'A program that reads the answer meets what it was not made for, or misses what it relies on.';
const KEEP_TAKING = 'Go on taking what was taken.';
const GONE = 'Who calls it gets an error.';
const DEPRECATE = 'Deprecate it first, and name what replaces it.';

/** By rule of `diff-recommended`. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  'operation-removed': { why: GONE, instead: DEPRECATE },
  'operation-id-changed': {
    why: 'Generated clients and servers are named after it and no longer compile.',
    instead: 'Keep the operationId.',
  },
  'path-removed': { why: GONE, instead: DEPRECATE },
  'parameter-removed': { why: 'Who sends it is refused or silently ignored.', instead: DEPRECATE },
  'parameter-became-required': {
    why: STRICTER,
    instead: 'Make it optional, with the old behaviour where it is absent.',
  },
  'parameter-serialization-changed': {
    why: 'What is sent in the old form is read as something else.',
    instead: KEEP_TAKING,
  },
  'request-body-removed': { why: STRICTER, instead: KEEP_TAKING },
  'request-body-became-required': {
    why: STRICTER,
    instead: 'Make it optional, with the old behaviour where it is absent.',
  },
  'response-removed': {
    why: 'Who waits for this status takes the new answer for a failure.',
    instead: 'Go on answering with the old status.',
  },
  'response-header-removed': { why: LESS, instead: 'Keep sending the header.' },
  'media-type-removed': {
    why: 'Who sends or asks for this media type is refused.',
    instead: 'Keep the media type beside the new one.',
  },
  'security-requirement-changed': {
    why: 'Credentials that were enough are refused.',
    instead: 'Accept the old credentials beside the new ones.',
  },
  'security-scheme-changed': {
    why: 'Credentials that are sent in the old way are refused.',
    instead: 'Add a scheme beside the old one.',
  },
  'server-removed': {
    why: 'Who calls the old address finds nobody.',
    instead: 'Keep the address, or redirect from it.',
  },
  'schema-type-changed': {
    why: EITHER,
    instead: 'Add a property of the new type beside the old one.',
  },
  'enum-values-removed': { why: STRICTER, instead: KEEP_TAKING, direction: 'request' },
  'enum-values-added': {
    why: 'The set was closed: programs have a branch for each value, and none for the new one.',
    instead:
      'Use `x-extensible-enum` for sets of answers that may grow; this one needs a property of its own.',
    direction: 'response',
  },
  'required-properties-added': {
    why: 'A request without the property, which was right, is refused.',
    instead: 'Make it optional, with a default that keeps the old behaviour.',
    direction: 'request',
  },
  'required-properties-removed': {
    why: 'Who reads the property without asking whether it is there fails.',
    instead: 'Keep sending it.',
    direction: 'response',
  },
  'property-removed': {
    why: {
      request: 'Who sends the property is refused.',
      response: 'Who reads the property misses it.',
    },
    instead: 'Keep the property, mark it `deprecated`, and name what replaces it.',
  },
  'schema-constraint-changed': {
    why: EITHER,
    instead: 'Keep the bounds in answers, and take at least what was taken in requests.',
  },
  'schema-combinator-changed': {
    why: EITHER,
    instead: 'Add a property or an operation for the new form.',
  },
};

/** What a verdict means for those whom it reaches; a rule that a later Redocly adds is taken at its word. */
export function meaningOf(
  rule: string,
  directions: ReadonlySet<Direction>,
): Omit<Meaning, 'why'> & { why: string } {
  const meaning = MEANINGS[rule] ?? {
    why: 'Programs that follow the old contract may fail.',
    instead: 'Keep what was promised.',
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
