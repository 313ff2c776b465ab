import { ShopCounters } from './counters.ts';
import { gauges, histograms, sums } from './metrics.ts';
import { planSlice } from './plan.ts';
import type { ShopRows } from './rows.ts';
import { SLICE_MS, SLICES_PER_MINUTE } from './slices.ts';
import { type Trace, traceOf } from './trace.ts';

/** The rows of a slice of time. */
export interface ShopSlice {
  readonly slice: number;
  readonly rows: ShopRows;
}

/**
 * The telemetry of a small shop from a slice on, without an end. It depends on the seed and the time only: every part of it can be made
 * again, and parts that are made one after the other fit together.
 */
export function* shopData(seed: number, first: number): Generator<ShopSlice, never> {
  const counters = new ShopCounters(seed, first);
  for (let slice = first; ; slice += 1) yield { slice, rows: rowsOf(seed, slice, counters) };
}

function rowsOf(seed: number, slice: number, counters: ShopCounters): ShopRows {
  const traces = tracesOf(seed, slice);
  return {
    otel_logs: traces.flatMap(({ logs }) => logs),
    otel_sessions: traces.flatMap(({ session }) => session ?? []),
    ...metricsOf(seed, slice, counters),
    otel_traces: traces.flatMap(({ spans }) => spans),
  };
}

function tracesOf(seed: number, slice: number): Trace[] {
  return planSlice(seed, slice).map((request) => traceOf(seed, slice, request));
}

/** The last slice of a minute has the metrics of the minute. */
function metricsOf(seed: number, slice: number, counters: ShopCounters) {
  const first = slice - SLICES_PER_MINUTE + 1;
  if (first % SLICES_PER_MINUTE !== 0)
    return { otel_metrics_gauge: [], otel_metrics_sum: [], otel_metrics_histogram: [] };
  const slices = Array.from({ length: SLICES_PER_MINUTE }, (_, index) => first + index);
  const spans = slices.flatMap((one) => tracesOf(seed, one)).flatMap((trace) => trace.spans);
  return {
    otel_metrics_gauge: gauges(seed, slice),
    otel_metrics_sum: sums(counters, slice),
    otel_metrics_histogram: histograms(spans, first * SLICE_MS, slice),
  };
}
