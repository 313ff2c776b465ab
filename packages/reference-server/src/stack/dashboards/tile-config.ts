import type { DisplayTypeName, Readable, TileConfig, TileConfigCreate, Writable } from '@penstock/contract';
import { withWhereLanguage } from '../base/where-language.ts';

type Config = Readable<TileConfig>;
type ConfigBody = Writable<TileConfigCreate>;

/** The tiles that can divide their series and fill empty windows. */
const WITH_RATIO: readonly DisplayTypeName[] = ['line', 'stacked_bar', 'table'];

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
