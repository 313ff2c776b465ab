import type { SettingValue } from '../port/engine-port.ts';

/** Beyond the rows and bytes of any insert. */
const UNLIMITED = String(2 ** 52);

/** All rows of an insert become one block, which is inserted as a whole or not at all. Its source bounds the memory. */
export const ONE_BLOCK: Readonly<Record<string, SettingValue>> = {
  max_insert_threads: 1,
  input_format_parallel_parsing: 0,
  min_insert_block_size_rows: UNLIMITED,
  min_insert_block_size_bytes: UNLIMITED,
};
