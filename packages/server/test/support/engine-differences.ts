import { requestExample } from './examples.ts';
import type { Sent } from './harness.ts';

/** What an engine says of a request. */
export interface Verdict {
  readonly status: number;
  readonly code: string | undefined;
  /** Each place with its code, sorted. */
  readonly places: readonly string[];
}

/** A difference between the engines that stays, with its reason. This list may only shrink. */
export interface Difference {
  readonly name: string;
  readonly reason: string;
  /** Whether two verdicts on a request differ for this reason. Everything else about them has to be the same. */
  covers(usual: Verdict, compiled: Verdict, sent: Sent): boolean;
  /** A request to `updatePipe` that still shows it; if it no longer does, the entry goes. */
  readonly example: Sent;
}

const MOST = 50;

export const DIFFERENCES: readonly Difference[] = [
  {
    name: 'which fifty',
    reason:
      'Of more than 50 wrong places both name 50. express-openapi-validator collects them all and names the first; the compiled validators stop at the fiftieth, deep in the body, so that a hostile body costs nothing more.',
    covers: (usual, compiled) => usual.places.length === MOST && compiled.places.length === MOST,
    example: {
      body: {
        extra: 1,
        fieldMappings: Array.from({ length: 60 }, () => ({ sourceField: 1, destinationField: 1 })),
      },
    },
  },
  {
    name: 'one of a large body',
    reason:
      'Above 10,000 values express-openapi-validator is asked for the first wrong place only, because it would collect half a million before anybody could stop it.',
    covers: (usual, compiled, { body }) =>
      usual.places.length === 1 && compiled.places.length > 1 && valuesIn(body) > 10_000,
    example: {
      body: { ...requestExample('updatePipe'), a: 1, fieldMappings: Array.from({ length: 10_001 }, () => 1) },
    },
  },
];

function valuesIn(body: unknown): number {
  if (typeof body !== 'object' || body === null) return 1;
  return Object.values(body).reduce((count: number, value) => count + valuesIn(value), 1);
}
