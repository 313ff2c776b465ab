/** Thrown for a fact that names something the contract does not have. */
export class UnknownFact extends Error {}

export function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new UnknownFact(`the contract has no ${what}.`);
  return value;
}
