import type { Source as ContractSource, Readable, SourceCreate, Writable } from '@penstock/contract';
import type { Content } from '../base/resource.ts';

export type Source = Readable<ContractSource>;
export type SourceBody = Writable<SourceCreate>;

/** Milliseconds. */
const DEFAULT_DURATION_PRECISION = 3;

/** The source of a body, with defaults. */
export function defineSource(body: SourceBody): Content<Source> {
  const { kind, from, durationPrecision = DEFAULT_DURATION_PRECISION } = body;
  return {
    ...body,
    from: { ...from, tableName: from.tableName ?? '' },
    ...(kind === 'trace' ? { durationPrecision } : {}),
  };
}
