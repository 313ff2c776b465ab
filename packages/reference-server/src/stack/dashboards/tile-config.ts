import type { DisplayTypeName, Readable, TileConfig, TileConfigCreate, Writable } from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { errorEntry, notApplicable, required } from '../base/error-entries.ts';
import { withWhereLanguage } from '../base/where-language.ts';
import { checkSeries } from './tile-series.ts';

type Config = Readable<TileConfig>;
type ConfigBody = Writable<TileConfigCreate>;
type Property = Exclude<keyof ConfigBody, 'displayType'>;

/** The properties of tiles with one display type. */
interface Properties {
  readonly needed: readonly Property[];
  readonly allowed: readonly Property[];
}

const CHART: Properties = {
  needed: ['sourceId', 'select'],
  allowed: ['groupBy', 'asRatio', 'fillNulls', 'numberFormat'],
};
const GROUPS: Properties = {
  needed: CHART.needed,
  allowed: ['groupBy', 'orderBy', 'limit', 'numberFormat'],
};

/** These tiles have exactly one series. */
const ONE_SERIES: readonly DisplayTypeName[] = ['number', 'pie', 'bar', 'heatmap'];

/** The table in the description of the contract's `TileConfigCreate` (D-49). */
const PROPERTIES: Readonly<Record<DisplayTypeName, Properties>> = {
  line: CHART,
  stacked_bar: CHART,
  table: { needed: CHART.needed, allowed: [...CHART.allowed, 'having', 'orderBy'] },
  number: { needed: CHART.needed, allowed: ['numberFormat'] },
  pie: GROUPS,
  bar: GROUPS,
  heatmap: { needed: CHART.needed, allowed: ['where', 'whereLanguage', 'numberFormat'] },
  search: { needed: ['sourceId'], allowed: ['select', 'where', 'whereLanguage'] },
  markdown: { needed: ['markdown'], allowed: [] },
};

/** The errors in the configuration of a tile; `pointer` is its location. */
export function checkTileConfig(pointer: string, config: ConfigBody): ErrorEntry[] {
  const { displayType, select = [] } = config;
  const { needed, allowed } = PROPERTIES[displayType];
  const given = (Object.keys(config) as (keyof ConfigBody)[]).filter((name) => name !== 'displayType');
  const unsupported = given.filter((name) => !needed.includes(name) && !allowed.includes(name));
  return [
    ...needed
      .filter((name) => config[name] === undefined)
      .map((name) => required(`${pointer}/${name}`, `by a ${displayType} tile`)),
    ...unsupported.map((name) =>
      notApplicable(`${pointer}/${name}`, `does not apply to a ${displayType} tile; remove it`),
    ),
    ...checkSelectLength(pointer, config),
    ...(unsupported.includes('select')
      ? []
      : select.flatMap((series, index) => checkSeries(`${pointer}/select/${index}`, displayType, series))),
  ];
}

/** The configuration of a tile, with defaults. */
export function defineTileConfig(config: ConfigBody): Config {
  const { allowed } = PROPERTIES[config.displayType];
  const { asRatio = false, fillNulls = true, select } = config;
  return {
    ...withWhereLanguage(config),
    ...(select === undefined ? {} : { select: select.map(withWhereLanguage) }),
    ...(allowed.includes('asRatio') ? { asRatio, fillNulls } : {}),
  };
}

function checkSelectLength(pointer: string, { displayType, select = [], asRatio }: ConfigBody): ErrorEntry[] {
  const location = `${pointer}/select`;
  if (ONE_SERIES.includes(displayType))
    return select.length <= 1
      ? []
      : [errorEntry(location, 'invalid_length', `must have exactly one series in a ${displayType} tile`)];
  if (asRatio !== true || select.length === 0 || select.length === 2) return [];
  return [errorEntry(location, 'invalid_length', 'must have exactly two series with asRatio')];
}
