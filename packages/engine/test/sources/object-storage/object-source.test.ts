import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedEngine, embeddedEngine } from '../../../src/port/embedded/embedded-engine.ts';
import { INSTALLED, MEMORY_MB, makeFolder } from '../../support/engines.ts';
import {
  createTable,
  drain,
  ORDERS,
  openSource,
  rowsOf,
  type S3Server,
  startS3,
  writeBatch,
} from '../../support/object-storage.ts';

describe.skipIf(!INSTALLED)('objects of an S3 server', () => {
  let engine: EmbeddedEngine;
  let s3: S3Server;

  beforeAll(async () => {
    s3 = await startS3();
    engine = await embeddedEngine({ dataFolder: makeFolder(), memoryMb: MEMORY_MB });
  });

  afterAll(async () => {
    await engine.close();
    await s3.stop();
  });

  beforeEach(() => createTable(engine, ORDERS));

  test('moves the rows of all objects that match, and ends', async () => {
    await s3.put('2026/a.jsonl', '{"id":1,"customer":"Ada"}\n{"id":2,"customer":"Bob"}\n');
    await s3.put('2026/b.jsonl', '{"id":3,"customer":"Cleo","unknown":true}\n');
    await s3.put('2026/c.txt', 'not this one');
    const { ranges, moved } = await drain(openSource(s3, '2026/*.jsonl'), engine);
    expect(await rowsOf(engine)).toEqual([
      { id: 1, customer: 'Ada' },
      { id: 2, customer: 'Bob' },
      { id: 3, customer: 'Cleo' },
    ]);
    expect(ranges).toHaveLength(1);
    expect(moved).toEqual([{ rows: 3, bytes: 94, batches: 1, errors: 0 }]);
  });

  test('continues after the position, and repeats a batch without an effect', async () => {
    for (const key of ['a', 'b', 'c']) await s3.put(`count/${key}.jsonl`, `{"id":${key.charCodeAt(0)}}\n`);
    const settings = { object_storage_max_file_count: 1 };
    const first = await drain(openSource(s3, 'count/*', {}, settings), engine, { count: 1 });
    const source = openSource(s3, 'count/*', {}, settings);
    await writeBatch(await source.repeat(first.ranges[0] ?? '', new AbortController().signal), engine);
    await drain(source, engine, { position: first.position });
    expect((await rowsOf(engine)).map((row) => row.id)).toEqual([97, 98, 99]);
  });

  test('a pattern that matches nothing moves nothing', async () => {
    expect((await drain(openSource(s3, 'nothing/**/*.csv'), engine)).ranges).toEqual([]);
  });
});
