import type { RequestHandler } from 'express';

/** OpenTelemetry traces, or functions that do nothing. */
export interface Traces {
  /** A span per request; it continues the trace of the `traceparent` header (W3C Trace Context). */
  readonly requests: RequestHandler;
  /** A span around some work. Attributes leave this machine, so they must not contain secrets. */
  span<Result>(name: string, attributes: Attributes, work: () => Promise<Result>): Promise<Result>;
  /** A span for a finished query; undefined if there are no traces. */
  readonly query: OnQuery | undefined;
  /** Sends the remaining spans and stops. */
  close(): Promise<void>;
}

/** @param text with placeholders, without values */
export type OnQuery = (text: string, milliseconds: number) => void;

type Attributes = Readonly<Record<string, string | number>>;
