/** A location where two values are not equal, as a sentence. */
type Change = string;

/**
 * Returns every value of the request that the response does not contain, except at the ignored locations. Null removes a
 * property, so the response must not contain it.
 */
export function missingFrom(
  sent: unknown,
  returned: unknown,
  isIgnored: (pointer: string) => boolean,
  at = '',
): Change[] {
  if (isIgnored(at)) return [];
  if (typeof sent !== 'object' || sent === null) {
    return Object.is(sent ?? undefined, returned)
      ? []
      : [`${nameOf(at)} was sent as ${inShort(sent)} and returned as ${inShort(returned)}`];
  }
  if (Array.isArray(sent) && Array.isArray(returned) && sent.length !== returned.length)
    return [`${nameOf(at)} was sent with ${sent.length} items and returned with ${returned.length}`];
  return Object.entries(sent).flatMap(([name, inner]) =>
    missingFrom(inner, (returned as Json | undefined)?.[name], isIgnored, `${at}/${name}`),
  );
}

/** Returns every location where two responses for one resource are not equal, except the ignored ones. */
export function changesBetween(
  before: unknown,
  after: unknown,
  isIgnored: (pointer: string) => boolean,
  at = '',
): Change[] {
  if (isIgnored(at)) return [];
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    return Object.is(before, after) ? [] : [`${nameOf(at)} was ${inShort(before)} and is ${inShort(after)}`];
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    changesBetween((before as Json)[name], (after as Json)[name], isIgnored, `${at}/${name}`),
  );
}

type Json = Readonly<Record<string, unknown>>;

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function nameOf(pointer: string): string {
  return pointer === '' ? 'the body' : pointer;
}

const MAX_CHARACTERS = 200;

function inShort(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
