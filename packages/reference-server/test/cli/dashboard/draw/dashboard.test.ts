import { stripVTControlCharacters } from 'node:util';
import type { Dashboard, Readable, Tile, TileResult } from '@penstock/contract';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { drawDashboard } from '../../../../src/cli/dashboard/draw/dashboard.ts';
import { printable } from '../../../../src/cli/dashboard/draw/printable.ts';
import { styleOf } from '../../../../src/cli/dashboard/draw/style.ts';
import type { TileOutcome } from '../../../../src/cli/dashboard/draw/tile.ts';

const RANGE = { startTime: '2026-05-04T09:00:00.000Z', endTime: '2026-05-04T10:00:00.000Z' };
const BLOCKS = styleOf({ blocks: true, colours: false });
const ASCII = styleOf({ blocks: false, colours: false });
const COLOURS = styleOf({ blocks: true, colours: true });

/** Where a tile is: columns and rows of the grid. */
type Position = Pick<Readable<Tile>, 'x' | 'y' | 'w' | 'h'>;
const WHOLE: Position = { x: 0, y: 0, w: 24, h: 4 };

interface Drawn {
  readonly name?: string;
  readonly at?: Partial<Position>;
  readonly config: Readonly<Record<string, unknown>> & { readonly displayType: string };
  readonly result?: object;
  readonly problem?: string;
}

/** Draws tiles, each with its result or problem, without the line of the name and the range. */
function draw(tiles: readonly Drawn[], width: number, style = BLOCKS): string {
  const outcomes = tiles.map(({ config, result, problem }): TileOutcome => {
    if (problem !== undefined) return { problem };
    if (result === undefined) return undefined;
    const { displayType } = config;
    const hasBuckets = ['line', 'stacked_bar', 'heatmap'].includes(displayType);
    return {
      result: {
        displayType,
        ...RANGE,
        ...(hasBuckets && { granularity: '10m' }),
        ...result,
      } as Readable<TileResult>,
    };
  });
  const dashboard = {
    name: 'Shop',
    tiles: tiles.map(({ name = 'Tile', at, config }, index) => ({
      id: String(index),
      name,
      ...WHOLE,
      ...at,
      config,
    })),
  } as unknown as Readable<Dashboard>;
  const view = printable({ dashboard, range: RANGE, note: '' });
  const lines = drawDashboard(
    {
      ...view,
      outcomeOf: (id) => printable(outcomes[Number(id)]),
      precisionOf: (sourceId) => (sourceId === 'traces' ? 9 : undefined),
    },
    width,
    style,
  );
  for (const line of lines) expect(stringWidth(line), line).toBeLessThanOrEqual(width);
  return `\n${lines.slice(2).join('\n')}\n`;
}

const minute = (minutes: number, value: number) => ({
  timestamp: new Date(Date.parse(RANGE.startTime) + minutes * 60_000).toISOString(),
  value,
});
const points = (...values: (number | undefined)[]) =>
  values.flatMap((value, index) => (value === undefined ? [] : [minute(index * 10, value)]));
const series = (groupKey: string, ...values: (number | undefined)[]) => ({
  index: 0,
  name: 'count',
  groupKey,
  points: points(...values),
});
const select = [{ aggFn: 'count' }];
const column = (name: string, type = 'String') => ({ name, type });

test('the head has the name, the range and the filters', () => {
  const view = {
    dashboard: { name: 'Shop', tiles: [] } as unknown as Readable<Dashboard>,
    outcomeOf: () => undefined,
    precisionOf: () => undefined,
  };
  const note = 'Service: checkout';
  expect(drawDashboard({ ...view, range: RANGE, note }, 80, BLOCKS)).toEqual([
    'Shop  2026-05-04 09:00:00 to 10:00:00 UTC · Service: checkout',
    '',
  ]);
  const days = { startTime: RANGE.startTime, endTime: '2026-05-06T00:00:00.000Z' };
  expect(drawDashboard({ ...view, range: days, note }, 50, ASCII)).toEqual([
    'Shop',
    '2026-05-04 09:00:00 to 2026-05-06 00:00:00 UTC ...',
    '',
  ]);
});

test('a line with one series is a chart of several lines', () => {
  const result = {
    series: [{ index: 0, name: 'failed', points: points(0, 5, 20, undefined, 10, 40) }],
    omittedGroups: 0,
  };
  expect(draw([{ config: { displayType: 'line', select }, result }], 42)).toMatchInlineSnapshot(`
    "
    ─ Tile ───────────────────────── per 10m ─
                                       ███████
                                       ███████
                  ▅▅▅▅▅▅▅              ███████
                  ███████       ▃▃▃▃▃▃▃███████
    ▁▁▁▁▁▁▁▆▆▆▆▆▆▆███████       ██████████████
    failed · min 0 · max 40 · last 40
    "
  `);
});

test('series have names, values and their own scale; those without space are counted', () => {
  const result = {
    series: [
      series('checkout', 0, 5, 20, undefined, 10, 40),
      series('缶詰 🥫', 1000, 1000, 1000, 1500, 2000, 1000),
      series('', undefined),
      ...Array.from({ length: 6 }, (_, index) => series(`service ${index}`, 1)),
    ],
    omittedGroups: 3,
  };
  const tiles = [{ config: { displayType: 'line', select, groupBy: 'ServiceName' }, result }];
  expect(draw(tiles, 60)).toMatchInlineSnapshot(`
    "
    ─ Tile ─────────────────────────────────────────── per 10m ─
                                               min    max   last
    checkout   ▁▁▁▁▁▂▂▂▂▂▅▅▅▅     ▃▃▃▃▃████      0     40     40
    缶詰 🥫    ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▅▅▅▅▅█████▁▁▁▁  1,000  2,000  1,000
    (empty)                                      –      –      –
    service 0  ▄▄▄▄▄                             1      1      1
    service 1  ▄▄▄▄▄                             1      1      1
    service 2  ▄▄▄▄▄                             1      1      1
    … 6 more series
    "
  `);
  expect(draw(tiles, 36)).toMatchInlineSnapshot(`
    "

    ─ Tile ─────────────────── per 10m ─
                              max   last
    checkout   ▁▁▂▂▅▅  ▃▃█     40     40
    缶詰 🥫    ▁▁▁▁▁▁▅▅██▁  2,000  1,000
    (empty)                     –      –
    service 0  ▄▄               1      1
    service 1  ▄▄               1      1
    service 2  ▄▄               1      1
    … 6 more series
    "
  `);
  expect(draw(tiles, 60, ASCII)).toMatchInlineSnapshot(`
    "
    - Tile ------------------------------------------- per 10m -
                                               min    max   last
    checkout   _____.....====     :::::####      0     40     40
    缶詰 🥫    ______________=====#####____  1,000  2,000  1,000
    (empty)                                      -      -      -
    service 0  -----                             1      1      1
    service 1  -----                             1      1      1
    service 2  -----                             1      1      1
    ... 6 more series
    "
  `);
});

test('stacked bars share one scale from 0', () => {
  const result = {
    series: [series('Ok', 80, 60, 70, 80, 80, 80), series('Error', 10, 20, 10, 10, 10, 10)],
    omittedGroups: 0,
  };
  const config = { displayType: 'stacked_bar', select, groupBy: 'StatusCode' };
  expect(draw([{ config, result }], 40)).toMatchInlineSnapshot(`
    "

    ─ Tile ─────────────────────── per 10m ─
                              min  max  last
    Ok     ███▆▆▆▇▇▇████████   60   80    80
    Error  ▂▂▂▃▃▃▂▂▂▂▂▂▂▂▂▂▂   10   20    10
    "
  `);
});

test('more buckets than cells: the highest of those that share a cell', () => {
  const all = Array.from({ length: 120 }, (_, index) => (index === 77 ? 9 : 1));
  const result = {
    granularity: '30s',
    series: [{ index: 0, name: 'count', points: all.map((value, index) => minute(index / 2, value)) }],
    omittedGroups: 0,
  };
  expect(draw([{ config: { displayType: 'line', select }, result }], 20)).toMatchInlineSnapshot(`
    "

    ─ Tile ─── per 30s ─
                █
                █
                █
                █
    ▁▁▁▁▁▁▁▁▁▁▁▁█▁▁▁▁▁▁▁
    count · min 1 · max…
    "
  `);
});

test('numbers are large, in the format of the tile', () => {
  const number = (value: unknown, numberFormat?: object, sourceId = 'traces') => ({
    config: { displayType: 'number', select, sourceId, ...(numberFormat && { numberFormat }) },
    result: { columns: [column('count', 'Float64')], rows: [{ count: value }], omittedGroups: 0 },
  });
  const below = (...tiles: Drawn[]) =>
    draw(
      tiles.map((tile, y) => ({ ...tile, at: { y, h: 1 } })),
      40,
    );
  expect(
    below(
      number('1234567890'),
      number(0.0123, { output: 'percent', mantissa: 1 }),
      number(812_000_000, { output: 'duration' }),
      number(90, { output: 'duration' }, 'logs'),
      number(5 * 1024 ** 3, { output: 'byte' }),
      number(-12.5, { output: 'currency', unit: 'EUR' }),
      number(1e21),
      number(null),
    ),
  ).toMatchInlineSnapshot(`
    "

    ─ Tile ─────────────────────────────────
    1,234,567,890

    ─ Tile ─────────────────────────────────
         _
    |    _|
    | . |_  %

    ─ Tile ─────────────────────────────────
     _     _
    |_| |  _|
    |_| | |_  ms

    ─ Tile ─────────────────────────────────
     _   _
    |_| | |
     _| |_|

    ─ Tile ─────────────────────────────────
     _     _
    |_    | |
     _| . |_| GiB

    ─ Tile ─────────────────────────────────
           _     _   _
     _  |  _|   |_  | |
        | |_  .  _| |_| EUR

    ─ Tile ─────────────────────────────────
    1,000,000,000,000,000,000,000

    ─ Tile ─────────────────────────────────
    No value.
    "
  `);
});

test('groups of bars and pies have proportional bars', () => {
  const columns = [column('ServiceName'), column('count', 'UInt64')];
  const rows = [
    { ServiceName: 'checkout', count: 40 },
    { ServiceName: '', count: 25 },
    { ServiceName: '注文', count: 5 },
    { ServiceName: 'idle', count: null },
  ];
  const tiles = ['bar', 'pie'].map((displayType, index) => ({
    at: { x: index * 12, w: 12 },
    config: { displayType, select, groupBy: 'ServiceName' },
    result: { columns, rows, omittedGroups: 1 },
  }));
  expect(draw(tiles, 80)).toMatchInlineSnapshot(`
    "
    ─ Tile ────────────────────────────────  ─ Tile ────────────────────────────────
    checkout  █████████████████████████  40  checkout  ███████████████████  40  57 %
    (empty)   ███████████████▋           25  (empty)   ███████████▉         25  36 %
    注文      ███▏                        5  注文      ██▍                   5   7 %
    idle                                  –  idle                                  –
    … 1 more group                           … 1 more group
    "
  `);
  expect(draw(tiles.slice(0, 1), 40, ASCII)).toMatchInlineSnapshot(`
    "

    - Tile ---------------------------------
    checkout  ##########################  40
    (empty)   ################            25
    注文      ###                          5
    idle                                   -
    ... 1 more group
    "
  `);
});

test('tables are aligned, also with wide characters, and shrink to the width', () => {
  const columns = [
    column('SpanName'),
    column('ServiceName'),
    column('count', 'UInt64'),
    column('avg', 'Float64'),
  ];
  const rows = [
    { SpanName: 'POST /orders/{orderId}/payments', ServiceName: '注文サービス', count: 12, avg: 1_500_000 },
    { SpanName: 'GET /', ServiceName: 'café 🛒', count: '123456789012345678', avg: null },
  ];
  const config = {
    displayType: 'table',
    sourceId: 'traces',
    select: [{ aggFn: 'count' }, { aggFn: 'avg', valueExpression: 'Duration' }],
    numberFormat: { output: 'number', mantissa: 0 },
  };
  const result = { columns, rows, omittedGroups: 7 };
  expect(draw([{ config, result }], 80)).toMatchInlineSnapshot(`
    "
    ─ Tile ─────────────────────────────────────────────────────────────────────────
    SpanName                        ServiceName                     count        avg
    POST /orders/{orderId}/paymen…  注文サービス                       12  1,500,000
    GET /                           café 🛒       123,456,789,012,345,678          –
    … 7 more rows
    "
  `);
  expect(draw([{ config, result }], 44)).toMatchInlineSnapshot(`
    "
    ─ Tile ─────────────────────────────────────
    SpanN…  Servi…              count        avg
    POST …  注文…                  12  1,500,000
    GET /   café …  123,456,789,012,…          –
    … 7 more rows
    "
  `);
  expect(draw([{ config, result }], 20)).toMatchInlineSnapshot(`
    "

    ─ Tile ─────────────
    SpanName   ServiceN…
    POST /or…  注文サー…
    GET /      café 🛒
    … 2 more columns
    … 7 more rows
    "
  `);
});

test('a heatmap has shaded cells, large values at the top', () => {
  const row = (minutes: number, value: number, count: number) => ({ ...minute(minutes, value), count });
  const result = {
    columns: [],
    rows: [
      row(0, 1e6, 1),
      row(10, 2e6, 40),
      row(10, 1e6, 20),
      row(20, 4e6, 10),
      row(50, 16e6, 40),
      row(50, 0, 1),
    ],
  };
  const config = {
    displayType: 'heatmap',
    sourceId: 'traces',
    select: [{ valueExpression: 'Duration' }],
    numberFormat: { output: 'duration' },
  };
  expect(draw([{ config, result }], 40)).toMatchInlineSnapshot(`
    "

    ─ Tile ─────────────────────── per 10m ─
    16 ms                             ██████

     4 ms             ▒▒▒▒▒
     2 ms       ██████
      0 s  ░░░░░▓▓▓▓▓▓                ░░░░░░
    █ = 40 rows
    "
  `);
  expect(draw([{ config, result }], 40, ASCII)).toMatchInlineSnapshot(`
    "

    - Tile ----------------------- per 10m -
    16 ms                             ######

     4 ms             :::::
     2 ms       ######
      0 s  .....++++++                ......
    # = 40 rows
    "
  `);
});

test('a heatmap may have only values without a logarithm, and very many counts', () => {
  const config = { displayType: 'heatmap', sourceId: 'traces', select: [{ valueExpression: 'Delta' }] };
  const negative = { columns: [], rows: [0, -5, -1].map((value) => ({ ...minute(0, value), count: 2 })) };
  expect(draw([{ config, result: negative }], 30)).toMatchInlineSnapshot(`
    "

    ─ Tile ───────────── per 10m ─
    -5  ████
    █ = 6 rows
    "
  `);
  const rows = Array.from({ length: 200_000 }, (_, index) => ({
    ...minute(index % 60, index % 8),
    count: 1,
  }));
  expect(draw([{ config, result: { columns: [], rows } }], 60)).toContain('rows\n');
});

test('text of the data cannot control the terminal', () => {
  const attack = '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202etxt\r\nnext\tline\u0000';
  const result = {
    columns: [column('Timestamp', 'DateTime64(9)'), column(attack)],
    rows: [{ Timestamp: '2026-05-04T09:31:12.004113000Z', [attack]: attack }],
  };
  const drawn = draw(
    [
      { name: attack, config: { displayType: 'search' }, result },
      { at: { y: 4 }, config: { displayType: 'markdown', markdown: `# Runbook\n${attack}` } },
      { at: { y: 8 }, config: { displayType: 'number' }, problem: `No ${attack}` },
    ],
    100,
  );
  expect(drawn).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  expect(drawn).toMatchInlineSnapshot(`
    "
    ─ \\x1b[2J\\x1b]0;owned\\x07\\x9b31m\\u{202e}txt next  line\\x00 ─────────────────────────────────────────
    Timestamp           \\x1b[2J\\x1b]0;owned\\x07\\x9b31m\\u{202e}txt next  line\\x00
    05-04 09:31:12.004  \\x1b[2J\\x1b]0;owned\\x07\\x9b31m\\u{202e}txt next  line\\x00

    ─ Tile ─────────────────────────────────────────────────────────────────────────────────────────────
    # Runbook
    \\x1b[2J\\x1b]0;owned\\x07\\x9b31m\\u{202e}txt
    next  line\\x00

    ─ Tile ─────────────────────────────────────────────────────────────────────────────────────────────
    No \\x1b[2J\\x1b]0;owned\\x07\\x9b31m\\u{202e}txt
    next  line\\x00
    "
  `);
});

test('tiles have their positions if the width is sufficient, else they are below each other', () => {
  const text = (name: string, x: number, y: number, w: number, h: number) => ({
    name,
    at: { x, y, w, h },
    config: { displayType: 'markdown', markdown: `text of ${name}` },
  });
  const tiles = [
    text('d', 0, 8, 24, 2),
    text('b', 12, 0, 12, 4),
    text('a', 0, 0, 12, 8),
    text('c', 12, 4, 12, 4),
  ];
  expect(draw(tiles, 60)).toMatchInlineSnapshot(`
    "
    ─ a ─────────────────────────  ─ b ─────────────────────────
    text of a                      text of b

                                   ─ c ─────────────────────────
                                   text of c

    ─ d ────────────────────────────────────────────────────────
    text of d
    "
  `);
  expect(draw(tiles, 40)).toMatchInlineSnapshot(`
    "

    ─ a ────────────────────────────────────
    text of a

    ─ b ────────────────────────────────────
    text of b

    ─ c ────────────────────────────────────
    text of c

    ─ d ────────────────────────────────────
    text of d
    "
  `);
});

test('tiles without data report the reason', () => {
  const rows = { columns: [column('a')], rows: [], omittedGroups: 0 };
  const problem = 'The query ran longer than 30 seconds. Use a shorter range or a stricter condition.';
  const tiles: Drawn[] = [
    { config: { displayType: 'number' }, problem },
    { config: { displayType: 'line' } },
    { config: { displayType: 'line' }, result: { series: [], omittedGroups: 0 } },
    { config: { displayType: 'search' }, result: rows },
    { config: { displayType: 'treemap' }, result: rows },
  ];
  expect(
    draw(
      tiles.map((tile, y) => ({ ...tile, at: { y, h: 1 } })),
      40,
    ),
  ).toMatchInlineSnapshot(`
    "

    ─ Tile ─────────────────────────────────
    The query ran longer than 30 seconds.
    Use a shorter range or a stricter
    condition.

    ─ Tile ─────────────────────────────────
    Loading…

    ─ Tile ─────────────────────── per 10m ─
    No rows in this range.

    ─ Tile ─────────────────────────────────
    No rows in this range.

    ─ Tile ─────────────────────────────────
    This version of penstock cannot draw the
    tile. Use --json.
    "
  `);
});

test('colours do not change the layout', () => {
  const result = { series: [series('a', 1, 2), series('b', 2, 1)], omittedGroups: 0 };
  const tiles = [0, 12].map((x) => ({ at: { x, w: 12 }, config: { displayType: 'line', select }, result }));
  const coloured = draw(tiles, 60, COLOURS);
  expect(coloured).toContain('\u001b[36m');
  expect(stripVTControlCharacters(coloured)).toBe(draw(tiles, 60));
});
