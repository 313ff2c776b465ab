import type { DisplayTypeName, Readable, TileConfig, TileConfigCreate, Writable } from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { errorEntry } from '../base/error-entries.ts';
import { withWhereLanguage } from '../base/where-language.ts';
import { checkSeries } from './tile-series.ts';

type Config = Readable<TileConfig>;
type ConfigBody = Writable<TileConfigCreate>;

/** These tiles have exactly one series. */
const ONE_SERIES: readonly DisplayTypeName[] = ['number', 'pie', 'bar', 'heatmap'];

/** The tiles that can divide their series and fill empty windows. */
const WITH_RATIO: readonly DisplayTypeName[] = ['line', 'stacked_bar', 'table'];

/** The errors in the configuration of a tile that the contract does not express; `pointer` is its location. */
export function checkTileConfig(pointer: string, config: ConfigBody): ErrorEntry[] {
  const { displayType, select = [] } = config;
  return [
    ...checkSelectLength(pointer, config),
    ...select.flatMap((series, index) => checkSeries(`${pointer}/select/${index}`, displayType, series)),
  ];
}

/** The configuration of a tile, with defaults. */
export function defineTileConfig(config: ConfigBody): Config {
  const { asRatio = false, fillNulls = true, select } = config;
  const defined = {
    ...withWhereLanguage(config),
    ...(select === undefined ? {} : { select: select.map(withWhereLanguage) }),
    ...(WITH_RATIO.includes(config.displayType) ? { asRatio, fillNulls } : {}),
  };
  return defined as Config;
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
