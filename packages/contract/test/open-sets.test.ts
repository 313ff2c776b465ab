import { expectTypeOf, test } from 'vitest';
import type { PipeState } from '../src/index.ts';

test('open sets know their values and accept others', () => {
  expectTypeOf<'Running'>().toExtend<PipeState>();
  expectTypeOf<string>().toExtend<PipeState>();
});
