import { randomUUID } from 'node:crypto';
import type { BodyParts } from '../handler.ts';
import { ContractViolation } from './contract-violation.ts';

/** The text of a body: what is before the items of its list, the items, and what is after them. */
interface Piece {
  readonly before: string;
  readonly items: string;
  readonly after: string;
}

export interface JoinedText {
  readonly text: string;
  readonly isLast: boolean;
}

/** What is done to each body before any of it is sent. */
interface PartSteps {
  /** Returns what JSON writes of the body, as plain objects and arrays. */
  readonly copy: (body: unknown) => unknown;
  /** Checks the copy. It may write into it. */
  readonly check: (copy: unknown) => void;
}

/**
 * Joins the bodies of a response to the text of one body.
 *
 * @throws ContractViolation if there is no body, or if a list is not part of its body
 */
export async function* joinedParts(
  { bodies, list }: BodyParts<unknown>,
  { copy, check }: PartSteps,
): AsyncGenerator<JoinedText> {
  let pending: Piece | undefined;
  let hasItems = false;
  for await (const body of bodies) {
    const copied = copy(body);
    const piece = pieceOf(copied, list(copied));
    check(copied);
    if (pending !== undefined) yield { text: `${pending.before}${pending.items}`, isLast: false };
    const separator = hasItems && piece.items !== '' ? ',' : '';
    pending = pending === undefined ? piece : { ...piece, before: separator };
    hasItems ||= piece.items !== '';
  }
  if (pending === undefined) throw new ContractViolation('A handler returned a body without parts.');
  yield { text: `${pending.before}${pending.items}${pending.after}`, isLast: true };
}

function pieceOf(body: unknown, items: readonly unknown[] | undefined): Piece {
  if (items === undefined) return { before: JSON.stringify(body), items: '', after: '' };
  const mark = randomUUID();
  const text = JSON.stringify(body, (_, value) => (value === items ? [mark] : value));
  const [before, after, ...others] = text.split(`"${mark}"`);
  if (before === undefined || after === undefined || others.length > 0)
    throw new ContractViolation('A handler returned a body whose list is not one of its lists.');
  return { before, items: JSON.stringify(items).slice(1, -1), after };
}
