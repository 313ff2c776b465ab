/** Whether to check this one of all answers of its kind. */
export type Sample<Kind> = (kind: Kind) => boolean;

/**
 * Takes a share of each kind of answer: with 0.25 the first, the fifth, the ninth … It counts and does not draw lots,
 * so that what happened can be made to happen again, a pattern in the traffic cannot hide an operation, and the first
 * answer of each kind is always among them.
 *
 * @param share from 0 to 1.
 */
export function createSample<Kind extends object>(share: number): Sample<Kind> {
  if (share === 1) return () => true;
  const counts = new WeakMap<Kind, number>();
  return (kind) => {
    const before = counts.get(kind) ?? 0;
    counts.set(kind, before + 1);
    return Math.ceil((before + 1) * share) > Math.ceil(before * share);
  };
}

/**
 * The share of answers that `validateResponses` asks for: all, none, or a number in between.
 *
 * @throws Error if it asks for something else.
 */
export function shareOf(validateResponses: unknown): number {
  const share = typeof validateResponses === 'boolean' ? Number(validateResponses) : validateResponses;
  if (typeof share === 'number' && share >= 0 && share <= 1) return share;
  throw new Error(
    `validateResponses takes true, false or the share of answers to check, from 0 to 1, not ${validateResponses}.`,
  );
}
