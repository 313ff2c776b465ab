import type {
  Source as ContractSource,
  Readable,
  SourceCreate,
  SourceKindName,
  Writable,
} from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { notApplicable } from '../base/error-entries.ts';
import type { Content } from '../base/resource.ts';

export type Source = Readable<ContractSource>;
export type SourceBody = Writable<SourceCreate>;

/** The expressions that apply to some kinds of sources only (D-50). */
const KINDS_OF: Partial<Readonly<Record<keyof SourceBody, readonly SourceKindName[]>>> = {
  defaultTableSelectExpression: ['log', 'trace'],
  severityTextExpression: ['log'],
  bodyExpression: ['log'],
  parentSpanIdExpression: ['trace'],
  spanNameExpression: ['trace'],
  durationExpression: ['trace'],
  durationPrecision: ['trace'],
  statusCodeExpression: ['trace'],
};

/** Milliseconds. */
const DEFAULT_DURATION_PRECISION = 3;

/** One error entry for each expression that does not apply to the kind (D-50). */
export function checkSource(body: SourceBody): ErrorEntry[] {
  return (Object.keys(body) as (keyof SourceBody)[])
    .filter((name) => KINDS_OF[name]?.includes(body.kind) === false)
    .map((name) => notApplicable(`/${name}`, 'does not apply to this kind of source; remove it'));
}

/** The source of a body, with defaults. */
export function defineSource(body: SourceBody): Content<Source> {
  if (body.kind !== 'trace') return body;
  return { ...body, durationPrecision: body.durationPrecision ?? DEFAULT_DURATION_PRECISION };
}
