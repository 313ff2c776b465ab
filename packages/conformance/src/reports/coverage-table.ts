import type { CoverageRow, Share } from '../coverage/coverage-rows.ts';

/** Returns the cells of a table: operations in rows, statuses and parameters in columns. */
export function coverageTable(rows: readonly CoverageRow[]): string[][] {
  const statuses = [...new Set(rows.flatMap((row) => [...row.seenStatuses, ...row.unseenStatuses]))].sort();
  return [
    ['operation', ...statuses.map(String), 'parameters', 'body', 'undeclared'],
    ...rows.map((row) => [
      row.operationId,
      ...statuses.map((status) => cell(row, status)),
      shareText(row.parameters),
      shareText(row.bodyLocations),
      row.undeclaredStatuses.join(' '),
    ]),
  ];
}

function cell({ seenStatuses, unseenStatuses }: CoverageRow, status: number): string {
  if (seenStatuses.includes(status)) return 'yes';
  return unseenStatuses.includes(status) ? '-' : '';
}

function shareText({ seen, declared }: Share): string {
  return declared === 0 ? '' : `${seen}/${declared}`;
}
