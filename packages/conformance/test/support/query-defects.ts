import type { Alteration } from './altering-proxy.ts';
import type { Defect } from './defect.ts';

const SEARCH = '/api/v2/search';

function altered(name: string, checks: RegExp, violation: RegExp, alteration: Alteration): Defect {
  return { name, checks, violation, alteration: () => alteration };
}

/** Defects in queries, which only a server with rows can have. */
export const QUERY_DEFECTS: readonly Defect[] = [
  altered('a range that contains its end', /^case\/searchRows\/range-of-rows$/, /has 5 items, expected 4/, {
    request({ body }) {
      if (body?.endTime === '2026-05-04T10:00:00.000Z') body.endTime = '2026-05-04T10:00:00.001Z';
    },
  }),
  altered(
    'a cursor that continues another search',
    /^case\/searchRows\/cursor-of-another$/,
    /is 200, expected 400/,
    {
      request({ body }) {
        if (body?.cursor !== undefined && body.where !== undefined) delete body.cursor;
      },
    },
  ),
  altered(
    'a cursor ignored in a search',
    /^case\/searchRows\/cursor-of-another$/,
    /has 3 items, expected 1/,
    {
      request({ body }) {
        delete body?.cursor;
      },
    },
  ),
  altered('buckets that begin with the range', /^case\/querySeries\/buckets$/, /points\/0\/timestamp/, {
    response({ status, body }) {
      for (const { points } of (status === 200 && body.data?.series) || [])
        for (const point of points) point.timestamp = point.timestamp.replace(/:\d0:00/, ':05:00');
    },
  }),
  altered(
    'groups left out silently',
    /^case\/querySeries\/omitted-groups$/,
    /\/omittedGroups.* is 0, expected 1/,
    {
      response({ body }) {
        if (body?.data?.omittedGroups !== undefined) body.data.omittedGroups = 0;
      },
    },
  ),
  altered('a filter ignored', /^case\/queryDashboardTile\/filters$/, /\/rows\/0\/rows.* is 4, expected 1/, {
    request({ body }) {
      if (body?.filters?.length === 1 && body.filters[0].values) delete body.filters;
    },
  }),
  {
    name: 'rows of another tenant',
    checks: /^case\/searchRows\/tenants$/,
    violation: /is 200, expected 400/,
    alteration: ({ environment }) => ({
      request({ url, headers }) {
        if (url === SEARCH) headers.authorization = `Bearer ${environment.PENSTOCK_TOKEN}`;
      },
    }),
  },
];
