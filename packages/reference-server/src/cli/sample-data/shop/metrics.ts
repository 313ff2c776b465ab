import type { ShopCounters } from './counters.ts';
import { loadAt } from './plan.ts';
import { randomOf } from './random.ts';
import {
  type GaugeRow,
  type HistogramRow,
  type PointRow,
  resourceOf,
  SCOPE,
  type SpanRow,
  type SumRow,
} from './rows.ts';
import { SLICE_MS, startOfDay, timestampOf } from './slices.ts';
import { SERVICES, type Service } from './steps.ts';

const CUMULATIVE = 2;
const DELTA = 1;

const DESCRIPTIONS = {
  'http.server.requests': ['The requests that a service has responded to.', '{request}'],
  'shop.orders': ['The orders, by their outcome.', '{order}'],
  'http.server.request.duration': ['The duration of requests.', 's'],
  'process.memory.usage': ['The memory of the process.', 'By'],
  'process.cpu.utilization': ['The share of a core that the process uses.', '1'],
} as const;

/** The columns that all points have. A minute ends with its last slice. */
function pointOf(
  metric: keyof typeof DESCRIPTIONS,
  service: Service,
  attributes: Readonly<Record<string, string>>,
  startMs: number,
  lastSlice: number,
): PointRow {
  const [description, unit] = DESCRIPTIONS[metric];
  return {
    ...resourceOf(service),
    ...SCOPE,
    MetricName: metric,
    MetricDescription: description,
    MetricUnit: unit,
    Attributes: attributes,
    StartTimeUnix: timestampOf(startMs * 1000),
    TimeUnix: timestampOf((lastSlice + 1) * SLICE_MS * 1000 - 1),
  };
}

/** The counters at the end of a minute. */
export function sums(counters: ShopCounters, lastSlice: number): SumRow[] {
  const startMs = startOfDay(lastSlice) * SLICE_MS;
  return counters.valuesAfter(lastSlice).map(({ metric, service, attributes, value }) => ({
    ...pointOf(metric, service, attributes, startMs, lastSlice),
    Value: value,
    AggregationTemporality: CUMULATIVE,
    IsMonotonic: true,
  }));
}

export function gauges(seed: number, lastSlice: number): GaugeRow[] {
  const ms = lastSlice * SLICE_MS;
  return SERVICES.flatMap((service, index) => {
    const random = randomOf(seed, 'gauges', service, lastSlice);
    const mebibytes = 90 + 25 * index + 60 * loadAt(ms) + 12 * random.unit();
    const share = 0.02 + 0.2 * loadAt(ms) + 0.05 * random.unit();
    return [
      {
        ...pointOf('process.memory.usage', service, {}, ms, lastSlice),
        Value: Math.round(mebibytes) * 2 ** 20,
      },
      { ...pointOf('process.cpu.utilization', service, {}, ms, lastSlice), Value: Number(share.toFixed(4)) },
    ];
  });
}

/** Seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The durations of the requests that began in a minute, by service. */
export function histograms(spans: readonly SpanRow[], startMs: number, lastSlice: number): HistogramRow[] {
  return SERVICES.flatMap((service) => {
    const seconds = spans
      .filter(({ ServiceName, SpanKind }) => ServiceName === service && SpanKind === 'Server')
      .map(({ Duration }) => Duration / 1e9);
    if (seconds.length === 0) return [];
    const counts = new Array<number>(BOUNDS.length + 1).fill(0);
    for (const one of seconds) {
      const bucket = BOUNDS.findIndex((bound) => one <= bound);
      const index = bucket === -1 ? BOUNDS.length : bucket;
      counts[index] = (counts[index] ?? 0) + 1;
    }
    const point = pointOf('http.server.request.duration', service, {}, startMs, lastSlice);
    return {
      ...point,
      Count: seconds.length,
      Sum: seconds.reduce((sum, one) => sum + one, 0),
      BucketCounts: counts,
      ExplicitBounds: BOUNDS,
      Min: Math.min(...seconds),
      Max: Math.max(...seconds),
      AggregationTemporality: DELTA,
    };
  });
}
