import { BUCKET_SECONDS, type BucketLength, type Granularity } from '@penstock/engine';
import { InvalidArgumentError } from 'commander';

export function isBucketLength(text: string): text is BucketLength {
  return Object.hasOwn(BUCKET_SECONDS, text);
}

/** For commander. */
export function parseGranularity(text: string): Granularity {
  if (text === 'auto' || isBucketLength(text)) return text;
  throw new InvalidArgumentError(`Use auto or one of ${Object.keys(BUCKET_SECONDS).join(', ')}.`);
}
