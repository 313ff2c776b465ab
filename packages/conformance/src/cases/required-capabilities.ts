import { type Capability, capabilitiesOf } from '../capability.ts';
import type { Step, StepText } from './case.ts';

/** Returns what these steps need from a server or its operator: what the steps imply, and what the case declares. */
export function neededBy(steps: readonly Step[], declared: readonly Capability[]): Capability[] {
  const implied = steps.flatMap((step) => [...capabilitiesOf(step.send), ...impliedBy(step)]);
  return [...new Set([...implied, ...declared])];
}

function impliedBy({
  as,
  tenant,
  headers = {},
  query = {},
  pages,
  until,
  expect = {},
}: StepText): Capability[] {
  const named = new Set(Object.keys({ ...headers, ...expect.headers }).map((name) => name.toLowerCase()));
  const implied: readonly [boolean, Capability][] = [
    [as === 'reader' || tenant === 'reader', 'reader'],
    [as === 'stranger' || tenant === 'stranger', 'second-tenant'],
    [until !== undefined, 'pipe-life-cycle'],
    [named.has('if-match') || named.has('etag'), 'entity-tags'],
    [named.has('idempotency-key') || named.has('idempotency-replayed'), 'idempotency'],
    [pages !== undefined || 'limit' in query || 'cursor' in query, 'paging'],
    [['state', 'name', 'dashboardId'].some((name) => name in query), 'filters'],
  ];
  return implied.filter(([needed]) => needed).map(([, capability]) => capability);
}
