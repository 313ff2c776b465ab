import { requestExample } from './examples.ts';
import type { Sent } from './harness.ts';

/** The result of an engine for a request. */
export interface Verdict {
  readonly status: number;
  readonly code: string | undefined;
  /** Each error entry as a text with its code, sorted. */
  readonly entries: readonly string[];
}

/** A known deviation between the engines, with its reason. This list may only shrink. */
export interface Deviation {
  readonly name: string;
  readonly reason: string;
  /** Whether two verdicts on a request differ for this reason. Everything else about them has to be the same. */
  covers(usual: Verdict, compiled: Verdict, sent: Sent): boolean;
  /** A request to `updatePipe` that reproduces it. Remove the entry once it does not. */
  readonly example: Sent;
}

const MAX_ENTRIES = 50;

export const DEVIATIONS: readonly Deviation[] = [
  {
    name: 'which fifty',
    reason:
      'Of more than 50 errors both report 50. express-openapi-validator collects all and reports the first; the compiled validators stop at the fiftieth, deep in the body, so that a hostile body costs no more.',
    covers: (usual, compiled) =>
      usual.entries.length === MAX_ENTRIES && compiled.entries.length === MAX_ENTRIES,
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
      'Above 10,000 values, express-openapi-validator reports only the first error, because it would otherwise collect up to half a million.',
    covers: (usual, compiled, { body }) =>
      usual.entries.length === 1 && compiled.entries.length > 1 && valuesIn(body) > 10_000,
    example: {
      body: { ...requestExample('updatePipe'), a: 1, fieldMappings: Array.from({ length: 10_001 }, () => 1) },
    },
  },
];

function valuesIn(body: unknown): number {
  if (typeof body !== 'object' || body === null) return 1;
  return Object.values(body).reduce((count: number, value) => count + valuesIn(value), 1);
}
