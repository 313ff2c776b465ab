import type { AlertCreate, Alert as ContractAlert, Readable, Writable } from '@penstock/contract';
import type { ProblemPlace } from '@penstock/server';

export type Alert = Readable<ContractAlert>;
export type AlertCreateBody = Writable<AlertCreate>;

const UNIT_MINUTES: Readonly<Record<string, number>> = { m: 1, h: 60, d: 24 * 60 };
const LONGEST_MINUTES = 31 * 24 * 60;

/** A new alert: `inactive`, because it was not evaluated yet (D-44). */
export function defineAlert(body: AlertCreateBody, id: string, tenantId: string, now: string): Alert {
  const { dashboardId, savedSearchId } = body;
  return {
    id,
    ...body,
    ...(dashboardId === undefined ? {} : { dashboard: dashboardId }),
    ...(savedSearchId === undefined ? {} : { savedSearch: savedSearchId }),
    state: 'inactive',
    silenced: body.silenced ?? false,
    team: tenantId,
    createdAt: now,
    updatedAt: now,
  };
}

/** What is wrong with an alert by itself, whatever exists around it (D-43, D-45). */
export function checkAlert(body: AlertCreateBody): ProblemPlace[] {
  return [...checkInterval(body.interval), ...checkSource(body), ...checkChannel(body)];
}

/** The contract checks the form; this checks that it is at most 31 days. */
function checkInterval(interval: string): ProblemPlace[] {
  const minutes = Number.parseInt(interval, 10) * (UNIT_MINUTES[interval.at(-1) ?? ''] ?? Number.NaN);
  if (minutes <= LONGEST_MINUTES) return [];
  return [{ pointer: '/interval', code: 'out_of_range', message: 'must be at most 31 days' }];
}

function checkSource(body: AlertCreateBody): ProblemPlace[] {
  const needed = body.source === 'tile' ? (['dashboardId', 'tileId'] as const) : (['savedSearchId'] as const);
  return needed
    .filter((name) => body[name] === undefined)
    .map((name) => ({
      pointer: `/${name}`,
      code: 'required',
      message: `is required by the source ${body.source}`,
    }));
}

function checkChannel({ channel }: AlertCreateBody): ProblemPlace[] {
  if (channel.type !== 'webhook' || channel.webhookId !== undefined) return [];
  return [
    { pointer: '/channel/webhookId', code: 'required', message: 'is required by the channel type webhook' },
  ];
}
