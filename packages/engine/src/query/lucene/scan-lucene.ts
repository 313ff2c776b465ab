import { LuceneError } from './lucene-error.ts';

/** Quoted phrases, regular expressions, ranges, parentheses and words. */
const TOKEN = /"(?:\\.|[^"\\])*"|\/(?:\\.|[^/\\])+\/|[[{][^\]}]*[\]}]|[()]|(?:\\.|[^\s()"[\]{}/\\])+|\S/gs;

const OPERATORS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', '&&', '||']);
const MOST_TERMS = 200;
const DEEPEST = 50;

/**
 * Rejects what the parser would accept and read as something else: operators without an operand, or operators in a row. Returns the
 * number of terms, which the parsed tree must have.
 */
export function scanLucene(text: string): number {
  let terms = 0;
  let depth = 0;
  /** The end of the last token, and what may come next. */
  let last: { readonly kind: 'start' | 'operator' | 'term'; readonly text: string; readonly end: number } = {
    kind: 'start',
    text: '',
    end: 0,
  };
  let field = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const end = index + token.length;
    if (!field && OPERATORS.has(token)) {
      requireSpace(text, token, end);
      requireOperands(last, token, index);
      last = { kind: 'operator', text: token, end };
    } else if (token === ')') {
      depth -= 1;
      if (last.kind === 'operator') throw danglingOperator(last.text, last.end - last.text.length);
      last = { kind: 'term', text: token, end };
    } else if (token === '(') {
      depth += 1;
      last = { kind: 'start', text: token, end };
    } else if (!token.endsWith(':') || token.endsWith('\\:')) {
      terms += 1;
      last = { kind: 'term', text: token, end };
    }
    field = token.endsWith(':') && !token.endsWith('\\:');
    if (depth > DEEPEST) throw new LuceneError(`has more than ${DEEPEST} nested parentheses`, index);
    if (terms > MOST_TERMS) throw new LuceneError(`has more than ${MOST_TERMS} terms`, index);
  }
  if (last.kind === 'operator') throw danglingOperator(last.text, last.end - last.text.length);
  return terms;
}

function requireSpace(text: string, operator: string, end: number): void {
  if (/^[("[{/]/.test(text.slice(end))) throw new LuceneError(`must have a space after ${operator}`, end);
}

/** NOT may follow anything, and is one operator with the AND or OR before it. */
function requireOperands(
  last: { readonly kind: string; readonly text: string; readonly end: number },
  operator: string,
  index: number,
): void {
  if (operator === 'NOT') {
    if (last.kind !== 'operator') return;
    if (last.text === 'NOT' || last.text.startsWith('&') || last.text.startsWith('|'))
      throw new LuceneError(`must have a term between ${last.text} and NOT`, index);
    if (index - last.end !== 1)
      throw new LuceneError(`must have exactly one space between ${last.text} and NOT`, last.end);
  } else if (last.kind !== 'term') throw danglingOperator(operator, index);
}

function danglingOperator(operator: string, index: number): LuceneError {
  return new LuceneError(`must have a term on each side of ${operator}`, index);
}
