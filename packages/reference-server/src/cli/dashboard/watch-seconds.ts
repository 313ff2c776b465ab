import { InvalidArgumentError } from 'commander';

const MOST = 86_400;

/** For commander. */
export function parseSeconds(text: string): number {
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (seconds >= 1 && seconds <= MOST) return seconds;
  throw new InvalidArgumentError(`Write a number of seconds from 1 to ${MOST}.`);
}
