import type { TileQuery } from '@penstock/contract';
import { InvalidArgumentError } from 'commander';

type Requested = NonNullable<TileQuery['granularity']>;
export type Granularity = Exclude<Requested, 'auto'>;

/** The lengths of a bucket that the contract has (D-85). */
export const GRANULARITY_SECONDS: Readonly<Record<Granularity, number>> = {
  '30s': 30,
  '1m': 60,
  '5m': 300,
  '10m': 600,
  '15m': 900,
  '30m': 1_800,
  '1h': 3_600,
  '2h': 7_200,
  '6h': 21_600,
  '12h': 43_200,
  '1d': 86_400,
  '2d': 172_800,
  '7d': 604_800,
  '30d': 2_592_000,
};

export function isGranularity(text: string): text is Granularity {
  return Object.hasOwn(GRANULARITY_SECONDS, text);
}

/** For commander. */
export function parseGranularity(text: string): Requested {
  if (text === 'auto' || isGranularity(text)) return text;
  throw new InvalidArgumentError(`Use auto or one of ${Object.keys(GRANULARITY_SECONDS).join(', ')}.`);
}
