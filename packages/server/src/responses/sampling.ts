/** Whether to check this response, given its kind. */
export type Sample<Kind> = (kind: Kind) => boolean;

/**
 * Samples a share of each kind of response: with 0.25 the first, the fifth, the ninth and so on. It counts instead of
 * drawing at random: runs are reproducible, a pattern in the traffic cannot hide an operation, and the first response
 * of each kind is always checked.
 *
 * @param share from 0 to 1.
 */
export function createSample<Kind extends object>(share: number): Sample<Kind> {
  if (share === 0 || share === 1) return () => share === 1;
  const counts = new WeakMap<Kind, number>();
  return (kind) => {
    const before = counts.get(kind) ?? 0;
    counts.set(kind, before + 1);
    return Math.ceil((before + 1) * share) > Math.ceil(before * share);
  };
}

/**
 * Returns the share of responses that `validateResponses` requests: all, none, or a number in between.
 *
 * @throws Error for any other value.
 */
export function shareOf(validateResponses: unknown): number {
  const share = typeof validateResponses === 'boolean' ? Number(validateResponses) : validateResponses;
  if (typeof share === 'number' && share >= 0 && share <= 1) return share;
  throw new Error(
    `validateResponses takes true, false or the share of responses to check, from 0 to 1, not ${validateResponses}.`,
  );
}
