import type { RequestHandler } from 'express';

/** OpenTelemetry traces, or nothing at all. */
export interface Traces {
  /** A span for each request; it continues the trace that the caller names in `traceparent` (W3C Trace Context). */
  readonly requests: RequestHandler;
  /** A span around some work. What is in the attributes leaves this machine: no secrets. */
  span<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result>;
  /** A span for a query that has just ended; undefined if nobody wants to know. */
  readonly query: OnQuery | undefined;
  /** Sends what is left over and stops. */
  close(): Promise<void>;
}

/** @param text with placeholders, without values */
export type OnQuery = (text: string, milliseconds: number) => void;

type Attributes = Readonly<Record<string, string | number>>;
