/** A pattern of object keys. */
export interface Glob {
  /** What every matching key starts with. */
  readonly prefix: string;
  matches(key: string): boolean;
}

type Token =
  | { readonly kind: 'one'; readonly character: string }
  | { readonly kind: 'any' | 'run' | 'runs' | 'folders' };

/** More alternatives than this are rejected: each is compared with each key. */
const MOST_ALTERNATIVES = 1_000;

/**
 * Parses a pattern. `?` is one character and `*` any characters, except slashes; `**` is any characters, and as a whole folder any
 * number of folders, also none; `{a,b}` are alternatives, also nested. A backslash takes the meaning from the next character. All
 * other characters stand for themselves.
 *
 * Matching takes linear time in the length of the key. Libraries translate patterns to regular expressions, which take exponential
 * time for patterns such as `a*a*a*a*`.
 *
 * @throws RangeError if the pattern has too many alternatives
 */
export function parseGlob(pattern: string): Glob {
  const alternatives = expandBraces(pattern).map(tokenize);
  const prefixes = alternatives.map(literalPrefix);
  return {
    prefix: prefixes.reduce(commonPrefix),
    matches: (key) => alternatives.some((tokens) => matchesTokens(tokens, key)),
  };
}

/** A text as a pattern that matches only itself. */
export function escapeGlob(text: string): string {
  return text.replaceAll(/[*?{}\\]/g, '\\$&');
}

function expandBraces(pattern: string): string[] {
  const braces = firstBraces(pattern);
  if (braces === undefined) return [pattern];
  const { start, end, parts } = braces;
  const tails = expandBraces(pattern.slice(end + 1));
  const expanded = parts.flatMap(expandBraces).flatMap((part) => {
    return tails.map((tail) => `${pattern.slice(0, start)}${part}${tail}`);
  });
  if (expanded.length > MOST_ALTERNATIVES)
    throw new RangeError(`The pattern has more than ${MOST_ALTERNATIVES} alternatives. Use a wildcard.`);
  return expanded;
}

/** The first `{a,b}` of a pattern; braces that are not closed stand for themselves. */
function firstBraces(pattern: string): { start: number; end: number; parts: string[] } | undefined {
  const separators: number[] = [];
  let depth = 0;
  for (const { 0: match, index } of pattern.matchAll(/\\[\s\S]|[{,}]/g)) {
    if (match === '{') depth++;
    if (depth === 1 && match !== '}' && (match === '{' ? separators.length === 0 : match === ','))
      separators.push(index);
    if (match !== '}' || depth === 0) continue;
    depth--;
    if (depth === 0) return braces(pattern, [...separators, index]);
  }
  return undefined;
}

function braces(pattern: string, separators: readonly number[]) {
  const parts = separators.slice(1).map((end, index) => pattern.slice((separators[index] ?? 0) + 1, end));
  return { start: separators[0] ?? 0, end: separators.at(-1) ?? 0, parts };
}

function tokenize(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (const [match] of pattern.matchAll(/\\[\s\S]|\*\*+\/|\*\*+|[\s\S]/gu)) {
    const startsFolder = lastCharacter(tokens) === '/' || tokens.length === 0;
    if (match.startsWith('**') && match.endsWith('/') && startsFolder) tokens.push({ kind: 'folders' });
    else if (match.startsWith('**')) {
      tokens.push({ kind: 'runs' });
      if (match.endsWith('/')) tokens.push({ kind: 'one', character: '/' });
    } else if (match === '*') tokens.push({ kind: 'run' });
    else if (match === '?') tokens.push({ kind: 'any' });
    else
      tokens.push({ kind: 'one', character: match.length > 1 && match[0] === '\\' ? match.slice(1) : match });
  }
  return tokens;
}

function lastCharacter(tokens: readonly Token[]): string | undefined {
  const last = tokens.at(-1);
  return last?.kind === 'one' ? last.character : undefined;
}

/** Follows all ways through the tokens at once: `positions` are the tokens that the rest of the key can start with. */
function matchesTokens(tokens: readonly Token[], key: string): boolean {
  let positions = new Set<number>();
  enter(tokens, 0, positions);
  for (const character of key) {
    const next = new Set<number>();
    for (const position of positions) step(tokens, position, character, next);
    if (next.size === 0) return false;
    positions = next;
  }
  return positions.has(tokens.length);
}

/** Adds a position, and those after it if its token may match nothing. */
function enter(tokens: readonly Token[], position: number, positions: Set<number>): void {
  positions.add(position);
  const kind = tokens[position]?.kind;
  if (kind === 'run' || kind === 'runs' || kind === 'folders') enter(tokens, position + 1, positions);
}

function step(tokens: readonly Token[], position: number, character: string, next: Set<number>): void {
  const token = tokens[position];
  if (token === undefined) return;
  if (token.kind === 'runs') enter(tokens, position, next);
  else if (token.kind === 'folders') {
    next.add(position);
    if (character === '/') enter(tokens, position + 1, next);
  } else if (token.kind === 'one') {
    if (token.character === character) enter(tokens, position + 1, next);
  } else if (character !== '/') enter(tokens, token.kind === 'run' ? position : position + 1, next);
}

function literalPrefix(tokens: readonly Token[]): string {
  const end = tokens.findIndex(({ kind }) => kind !== 'one');
  return tokens
    .slice(0, end < 0 ? undefined : end)
    .map((token) => (token.kind === 'one' ? token.character : ''))
    .join('');
}

function commonPrefix(one: string, other: string): string {
  let end = 0;
  while (end < one.length && one[end] === other[end]) end++;
  return one.slice(0, end);
}
