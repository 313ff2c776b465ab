/** A place where two values differ, as a sentence about it. */
type Difference = string;

/** What was sent and is not shown: every value that a request held must be in the answer, but for the places left out. */
export function lostFrom(
  sent: unknown,
  shown: unknown,
  isLeftOut: (pointer: string) => boolean,
  at = '',
): Difference[] {
  if (isLeftOut(at)) return [];
  if (typeof sent !== 'object' || sent === null) {
    return Object.is(sent, shown)
      ? []
      : [`${placed(at)} was sent as ${inShort(sent)} and is shown as ${inShort(shown)}`];
  }
  if (Array.isArray(sent) && Array.isArray(shown) && sent.length !== shown.length)
    return [`${placed(at)} was sent with ${sent.length} items and is shown with ${shown.length}`];
  return Object.entries(sent).flatMap(([name, inner]) =>
    lostFrom(inner, (shown as Json | undefined)?.[name], isLeftOut, `${at}/${name}`),
  );
}

/** Every place where two answers about one thing differ, but for those left out. */
export function differencesBetween(
  before: unknown,
  after: unknown,
  isLeftOut: (pointer: string) => boolean,
  at = '',
): Difference[] {
  if (isLeftOut(at)) return [];
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    return Object.is(before, after) ? [] : [`${placed(at)} was ${inShort(before)} and is ${inShort(after)}`];
  }
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    differencesBetween((before as Json)[name], (after as Json)[name], isLeftOut, `${at}/${name}`),
  );
}

type Json = Readonly<Record<string, unknown>>;

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function placed(pointer: string): string {
  return pointer === '' ? 'the whole' : pointer;
}

const MOST_CHARACTERS = 200;

function inShort(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
