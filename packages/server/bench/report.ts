import { CONTESTANTS } from './contestants.ts';
import type { Verdict } from './limits.ts';
import type { Machine } from './machine.ts';
import { median } from './measurement.ts';
import { TYPE_CONTESTANTS } from './measurements/content-types.ts';
import { FIRST_CONTESTANTS } from './measurements/first-request.ts';
import { ROUTE_CONTESTANTS } from './measurements/last-route.ts';
import { REQUEST_CONTESTANTS } from './measurements/requests.ts';
import type { Results } from './results.ts';

type Row = readonly string[];

/** The figures as Markdown, so that they can go into a README as they are. */
export function toMarkdown(results: Results, verdicts: readonly Verdict[], machine: Machine): string {
  const { cpu, cores, node, system } = machine;
  return [
    `${cpu}, ${cores} cores, Node ${node}, ${system}. CPU time of the server's process for a request.`,
    requestTable(results),
    routeTable(results),
    typeTable(results),
    firstTable(results),
    verdictTable(verdicts),
  ].join('\n\n');
}

function requestTable({ requests }: Results): string {
  const { express } = requests;
  const rows = REQUEST_CONTESTANTS.map((name) => {
    const { GET, PATCH } = requests[name];
    return [
      CONTESTANTS[name].title,
      ...[microseconds(GET.cpu), ratio(GET.cpu / express.GET.cpu), whole(GET.perSecond)],
      ...[microseconds(PATCH.cpu), ratio(PATCH.cpu / express.PATCH.cpu), whole(PATCH.perSecond)],
    ];
  });
  return table(['', 'GET, µs', '× Express', 'per s', 'PATCH, µs', '× Express', 'per s'], rows);
}

function routeTable({ routes }: Results): string {
  const rows = ROUTE_CONTESTANTS.map((name) => {
    const { first, last } = routes[name];
    return [CONTESTANTS[name].title, microseconds(first), microseconds(last), ratio(last / first)];
  });
  return table(['300 routes', 'first, µs', 'last, µs', 'ratio'], rows);
}

function typeTable({ types }: Results): string {
  const rows = TYPE_CONTESTANTS.map((name) => {
    const { requests, same, different, growth } = types[name];
    const cells = [whole(requests), microseconds(same), microseconds(different), ratio(different / same)];
    return [CONTESTANTS[name].title, ...cells, whole(growth / 1024)];
  });
  return table(
    ['different Content-Types', 'requests', 'same, µs', 'different, µs', 'ratio', 'kept, kB'],
    rows,
  );
}

function firstTable({ first }: Results): string {
  const rows = FIRST_CONTESTANTS.map((name) => {
    const ratios = first[name].map((operation) => operation.first / operation.warm);
    const worst = first[name].toSorted((a, b) => b.first / b.warm - a.first / a.warm)[0];
    return [
      CONTESTANTS[name].title,
      ratio(median(ratios)),
      ratio(Math.max(...ratios)),
      worst?.operationId ?? '',
    ];
  });
  return table(['first request / warm one', 'median operation', 'worst', ''], rows);
}

function verdictTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map(({ what, measured, limit, kept }) => [
    what,
    ratio(measured),
    String(limit),
    kept ? 'kept' : 'MISSED',
  ]);
  return table(['limit', 'measured', 'at most', ''], rows);
}

function table(head: Row, rows: readonly Row[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, 3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const numeric = head.map((_, column) => rows.every((row) => /^[\d.,-]*$/.test(row[column] ?? '')));
  const line = (cells: Row) => {
    const padded = cells.map((cell, column) => {
      const width = widths[column] ?? 0;
      return numeric[column] ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, column) => `${'-'.repeat(width - 1)}${numeric[column] ? ':' : '-'}`);
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

const microseconds = (value: number) => value.toFixed(1);
const ratio = (value: number) => value.toFixed(2);
const whole = (value: number) => Math.round(value).toLocaleString('en');
