import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

/** Random values that are the same in each run. */
export interface Random {
  /** From 0 to 1. */
  unit(): number;
  below(limit: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** Random hexadecimal digits, in words of 8. */
  hex(words: number): string;
}

/** The random values of something in the shop, such as a request. The same names have the same values. */
export function randomOf(seed: number, ...names: readonly (string | number)[]): Random {
  const digest = createHash('sha256')
    .update([seed, ...names].join('/'))
    .digest();
  const generator = xoroshiro128plusFromState([0, 4, 8, 12].map((offset) => digest.readInt32LE(offset)));
  const unit = () => uniformFloat64(generator);
  const below = (limit: number) => Math.floor(unit() * limit);
  return {
    unit,
    below,
    pick: (items) => items[below(items.length)] ?? items[0],
    hex: (words) =>
      Array.from({ length: words }, () => (generator.next() >>> 0).toString(16).padStart(8, '0')).join(''),
  };
}
