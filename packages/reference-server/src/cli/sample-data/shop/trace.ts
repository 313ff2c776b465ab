import type { PlannedRequest } from './plan.ts';
import { type Random, randomOf } from './random.ts';
import { type LogRow, resourceOf, SCOPE, type SpanRow } from './rows.ts';
import { timestampOf } from './slices.ts';
import { type Step, stepsOf, TIMED_OUT } from './steps.ts';

/** The spans of a request, with the logs that were written in them. */
export interface Trace {
  readonly spans: readonly SpanRow[];
  readonly logs: readonly LogRow[];
  readonly session: LogRow | undefined;
}

interface Context {
  readonly random: Random;
  readonly request: PlannedRequest;
  readonly traceId: string;
  readonly spans: SpanRow[];
  readonly logs: LogRow[];
  readonly order: { readonly number: number; readonly items: number; readonly euros: string };
}

export function traceOf(seed: number, slice: number, request: PlannedRequest): Trace {
  const random = randomOf(seed, 'request', slice, request.index);
  const traceId = random.hex(4);
  const order = {
    number: 100_000 + random.below(900_000),
    items: 1 + random.below(5),
    euros: (5 + random.unit() * 180).toFixed(2),
  };
  const context: Context = { random, request, traceId, spans: [], logs: [], order };
  addStep(context, stepsOf(request), '', request.startMicros);
  const { spans, logs } = context;
  return { spans, logs, session: request.action === 'health' ? undefined : pageView(context) };
}

/** Adds the spans of a step, and returns when it ends. */
function addStep(context: Context, step: Step, parent: string, start: number): number {
  const { random, traceId, spans } = context;
  const spanId = random.hex(2);
  const own = Math.round(step.ms * 1000 * variation(random, step));
  const before = Math.round(own * 0.6);
  let end = start + before;
  for (const part of step.steps) end = addStep(context, part, spanId, end);
  end += own - before;
  spans.push({
    Timestamp: timestampOf(start),
    TraceId: traceId,
    SpanId: spanId,
    ParentSpanId: parent,
    SpanName: step.name,
    SpanKind: step.kind,
    ...resourceOf(step.service),
    ...SCOPE,
    SpanAttributes: attributesOf(step),
    Duration: (end - start) * 1000,
    StatusCode: step.error === undefined ? 'Unset' : 'Error',
    StatusMessage: step.error ?? '',
  });
  addLog(context, step, spanId, start, end);
  return end;
}

/** Most steps take about their usual time, and a few much longer. A time limit is exact. */
function variation(random: Random, { error }: Step): number {
  const factor = 0.6 + 0.8 * random.unit();
  if (error === TIMED_OUT) return 1;
  return random.unit() > 0.98 ? factor * 5 : factor;
}

function attributesOf({ attributes, status, error, kind }: Step): Record<string, string> {
  return {
    ...attributes,
    ...(kind === 'Server' && { 'http.response.status_code': String(status) }),
    ...(error !== undefined && { 'error.type': String(status) }),
  };
}

/** Writes what the service logs at the end of a step, if it logs anything. */
function addLog(context: Context, step: Step, spanId: string, start: number, end: number): void {
  const { request, traceId, logs } = context;
  const text = textOf(context, step, Math.round((end - start) / 1000));
  if (text === undefined || request.action === 'health') return;
  const isFailure = step.error !== undefined && step.status >= 500;
  const severity = isFailure ? ERROR : step.status >= 400 ? WARNING : INFORMATION;
  logs.push({
    Timestamp: timestampOf(end),
    TraceId: traceId,
    SpanId: spanId,
    ...severity,
    ...resourceOf(step.service),
    Body: text,
    ...SCOPE,
    LogAttributes: { 'user.id': userOf(request) },
  });
}

const INFORMATION = { SeverityText: 'INFO', SeverityNumber: 9 } as const;
const WARNING = { SeverityText: 'WARN', SeverityNumber: 13 } as const;
const ERROR = { SeverityText: 'ERROR', SeverityNumber: 17 } as const;

function textOf({ order }: Context, { name, status, error }: Step, ms: number): string | undefined {
  const { number, items, euros } = order;
  if (name === 'checkout/SubmitOrder')
    return error === undefined
      ? `Order ${number} was placed: ${items} ${items === 1 ? 'item' : 'items'}, ${euros} EUR`
      : `Order ${number} was not placed: ${error}`;
  if (name === 'payment/Charge') return error ?? `Charged ${euros} EUR for order ${number}`;
  if (name === 'shipping/ShipOrder') return `Order ${number} was handed to the carrier`;
  if (name === 'cart/AddItem') return 'An item was added to the cart';
  return /^(?:GET|POST) \//.test(name) ? `${name} responded with ${status} in ${ms} ms` : undefined;
}

/** What the browser of a user reports of the session. */
function pageView({ request, traceId, spans }: Context): LogRow {
  const user = userOf(request);
  const session = `${user}-${Math.floor(request.startMicros / 3_600_000_000)}`;
  const root = spans.at(-1);
  const { ServiceName, ResourceAttributes } = resourceOf('browser');
  return {
    Timestamp: timestampOf(request.startMicros),
    TraceId: traceId,
    SpanId: root?.SpanId ?? '',
    ...INFORMATION,
    ServiceName,
    ResourceAttributes: { ...ResourceAttributes, 'session.id': session },
    Body: root?.SpanName ?? '',
    ...SCOPE,
    LogAttributes: { 'user.id': user },
  };
}

function userOf({ user }: PlannedRequest): string {
  return `user-${user}`;
}
