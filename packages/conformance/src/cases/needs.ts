import { operations } from '@penstock/contract';
import { type Capability, capabilityOf } from '../capability.ts';
import type { Step, StepText } from './case.ts';

/** What a server or who runs it must provide for these steps: what they tell by themselves, and what the case says. */
export function neededBy(steps: readonly Step[], said: readonly Capability[]): Capability[] {
  const told = steps.flatMap((step) => [capabilityOf(operations[step.send]), ...toldBy(step)]);
  return [...new Set([...told, ...said])];
}

function toldBy({ as, tenant, headers = {}, query = {}, pages, until, expect = {} }: StepText): Capability[] {
  const named = new Set(Object.keys({ ...headers, ...expect.headers }).map((name) => name.toLowerCase()));
  const told: readonly [boolean, Capability][] = [
    [as === 'reader' || tenant === 'reader', 'reader'],
    [as === 'stranger' || tenant === 'stranger', 'second-tenant'],
    [until !== undefined, 'pipe-life-cycle'],
    [named.has('if-match') || named.has('etag'), 'entity-tags'],
    [named.has('idempotency-key') || named.has('idempotency-replayed'), 'idempotency'],
    [pages !== undefined || 'limit' in query || 'cursor' in query, 'paging'],
    [['state', 'name', 'dashboardId'].some((name) => name in query), 'filters'],
  ];
  return told.filter(([needed]) => needed).map(([, capability]) => capability);
}
