/** Random numbers that are the same in each run. */
export function seededRandom(seed: number) {
  let state = seed;
  /** From 0 to 1. */
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { random, below: (limit: number): number => Math.floor(random() * limit) };
}
