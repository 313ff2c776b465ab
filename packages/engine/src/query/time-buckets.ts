/** A range of time in milliseconds since the epoch; the end is not part of it. */
export interface TimeRange {
  readonly start: number;
  readonly end: number;
}

/** The lengths of a bucket in seconds (D-85). */
export const BUCKET_SECONDS = {
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
} as const;

export type BucketLength = keyof typeof BUCKET_SECONDS;
export type Granularity = BucketLength | 'auto';

const LENGTHS = Object.keys(BUCKET_SECONDS) as BucketLength[];
const MOST_AUTOMATIC = 300;

/** Buckets are aligned to the epoch, so their length determines where they begin. */
export interface BucketSize {
  readonly seconds: number;
}

/** The buckets of a range. */
export interface TimeBuckets extends BucketSize {
  readonly granularity: BucketLength;
  /** The number of the first bucket since the epoch. */
  readonly first: number;
  readonly count: number;
}

/** The buckets of a range; `auto` is the shortest length with at most 300 of them, or the longest one. */
export function bucketsOf(range: TimeRange, granularity: Granularity): TimeBuckets {
  if (granularity !== 'auto') return divide(range, granularity);
  const shortest = LENGTHS.find((length) => divide(range, length).count <= MOST_AUTOMATIC);
  return divide(range, shortest ?? '30d');
}

/** The beginning of a bucket in milliseconds since the epoch. */
export function startOfBucket({ seconds }: BucketSize, bucket: number): number {
  return bucket * seconds * 1000;
}

function divide({ start, end }: TimeRange, granularity: BucketLength): TimeBuckets {
  const seconds = BUCKET_SECONDS[granularity];
  const first = Math.floor(start / 1000 / seconds);
  return { granularity, seconds, first, count: Math.max(Math.ceil(end / 1000 / seconds) - first, 0) };
}
