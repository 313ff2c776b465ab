import { gzipSync } from 'node:zlib';
import { type S3Server, startS3 } from '@penstock/object-storage/s3-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tablesOf } from '../../../src/compile/destination-plan.ts';
import type { EmbeddedEngine } from '../../../src/port/embedded/embedded-engine.ts';
import { qualifiedName } from '../../../src/port/names.ts';
import { INSTALLED } from '../../support/engines.ts';
import { type ObjectStorage, objectPipe, type PipeChanges } from '../../support/object-storage.ts';
import { type PipeMover, pipeMover } from '../../support/pipe-mover.ts';
import { emptyEngine, sharedEngine } from '../../support/shared-engine.ts';

describe.runIf(INSTALLED)('objects of an S3 server', () => {
  let engine: EmbeddedEngine;
  let s3: S3Server;
  let mover: PipeMover;

  beforeAll(async () => {
    s3 = await startS3();
    engine = await sharedEngine();
    mover = pipeMover(engine);
  });

  afterAll(async () => {
    await emptyEngine(engine);
    await s3?.stop();
  });

  test('moves the rows of all objects that match, and ends', async () => {
    await s3.put('2026/a.jsonl', '{"id":1,"name":"Ada"}\n{"id":2,"name":"Bob"}\n');
    await s3.put('2026/b b.jsonl.gz', gzipSync('{"id":3,"name":"Cleo","unknown":true}\n'));
    await s3.put('2026/*.jsonl', '{"id":4,"name":"Dora"}\n');
    await s3.put('2026/c.txt', 'not this one');
    await s3.put('2026/empty.jsonl', '');
    const pipe = objectPipe(s3, '2026/*.jsonl{,.gz}');
    await mover.move(pipe);
    expect(await mover.rows(pipe)).toEqual([
      { id: 1, name: 'Ada' },
      { id: 2, name: 'Bob' },
      { id: 3, name: 'Cleo' },
      { id: 4, name: 'Dora' },
    ]);
    expect(mover.ledger.entry(pipe.id).total).toMatchObject({ rows: 4, batches: 2, errors: 0 });
  });

  test('continues after the position', async () => {
    for (const key of ['a', 'b', 'c']) await s3.put(`count/${key}.jsonl`, `{"id":${key.charCodeAt(0)}}\n`);
    const pipe = objectPipe(s3, 'count/*', { settings: { object_storage_max_file_count: 1 } });
    await mover.move(pipe, () => true);
    expect((await mover.rows(pipe)).map(({ id }) => id)).toEqual([97]);
    await mover.move(pipe);
    expect((await mover.rows(pipe)).map(({ id }) => id)).toEqual([97, 98, 99]);
  });

  test('objects that are read in parallel become one block, which the table recognizes', async () => {
    const keys = Array.from({ length: 6 }, (_, index) => index);
    const rows = (key: number) =>
      Array.from({ length: 2_000 }, (_, id) => `{"id":${key * 2_000 + id}}`).join('\n');
    for (const key of keys) await s3.put(`parallel/${key}.jsonl`, rows(key));
    const pipe = objectPipe(s3, 'parallel/*', { settings: { object_storage_concurrency: 4 } });
    await mover.move(pipe);
    expect(mover.ledger.entry(pipe.id).total).toMatchObject({ rows: 12_000, batches: 1 });
    mover.ledger.entry(pipe.id).position = undefined;
    await mover.move(pipe);
    expect((await mover.rows(pipe)).map(({ id }) => id)).toEqual(
      Array.from({ length: 12_000 }, (_, id) => id),
    );
    expect(mover.ledger.entry(pipe.id).total).toMatchObject({ batches: 2 });
  });

  test('a pattern that matches nothing moves nothing', async () => {
    const pipe = objectPipe(s3, 'nothing/**/*.csv');
    await mover.move(pipe);
    expect(await mover.rows(pipe)).toEqual([]);
    expect(mover.notes).toEqual(['No object in the bucket or container exports matches the pattern.']);
  });

  test('continues inside of an object that is inserted in parts', async () => {
    const rows = 250_000;
    await s3.put('parts/*.jsonl', Array.from({ length: rows }, (_, id) => `{"id":${id}}`).join('\n'));
    await s3.put('parts/b.jsonl', `{"id":${rows}}`);
    const pipe = objectPipe(s3, 'parts/**', { destination: { columns: [{ name: 'id', type: 'UInt64' }] } });
    const total = () => mover.ledger.entry(pipe.id).total;
    await mover.move(pipe, () => true);
    expect(total()).toMatchObject({ rows: 100_000, batches: 1 });
    await mover.move(pipe);
    expect(total()).toMatchObject({ rows: rows + 1, batches: 4 });
    const table = qualifiedName(tablesOf(pipe).table);
    const counted = await engine.query({
      sql: `SELECT toUInt32(uniqExact(id)) AS ids, toUInt32(count()) AS rows FROM ${table}`,
    });
    expect(counted.rows()).toEqual([{ ids: rows + 1, rows: rows + 1 }]);
  });

  test('skips rows that do not fit, and keeps them with their location', async () => {
    await s3.put('bad/1.jsonl', '{"id":1}\n');
    await s3.put(
      'bad/2.jsonl',
      '{"id":2}\n{"id":"two"}\n{"id": 3,\n "name": "pretty"}\n{"id": 4\n{"id":5}\nno JSON\n',
    );
    const pipe = objectPipe(s3, 'bad/*');
    await mover.move(pipe);
    expect((await mover.rows(pipe)).map(({ id }) => id)).toEqual([1, 2, 3, 5]);
    expect((await mover.rejected(pipe)).map(({ location }) => location).sort()).toEqual([
      'bad/2.jsonl:line 2',
      'bad/2.jsonl:line 5',
      'bad/2.jsonl:line 7',
    ]);
    expect(mover.ledger.entry(pipe.id).total).toMatchObject({ rows: 4, batches: 1, errors: 3 });
  });

  test('rejects an object that is not complete as a whole', async () => {
    const rows = Array.from({ length: 5_000 }, (_, id) => `{"id":${id},"name":"${Math.sin(id)}"}`).join('\n');
    await s3.put('cut/1.jsonl.gz', gzipSync(rows).subarray(0, 20_000));
    await s3.put('cut/2.jsonl.gz', gzipSync('{"id":1}'));
    const pipe = objectPipe(s3, 'cut/*');
    await mover.move(pipe);
    expect((await mover.rows(pipe)).map(({ id }) => id)).toEqual([1]);
    expect(await mover.rejected(pipe)).toMatchObject([
      {
        location: 'cut/1.jsonl.gz',
        reason: 'The object cannot be read to its end as gzip: unexpected end of file.',
      },
    ]);
  });

  describe('samples', () => {
    const sample = (pattern: string, changes: PipeChanges) =>
      mover.runtime.readSample(objectPipe(s3, pattern, changes));

    test('name the columns that do not fit', async () => {
      await s3.put('sample/1.csv', 'id,name\n1,Ada\ntwo,Bob\n');
      const columns = [
        { name: 'id', type: 'UInt64' },
        { name: 'name', type: 'String' },
        { name: 'total', type: 'Float64' },
      ];
      const source = { format: 'CSVWithNames', delimiter: ',' } as const;
      const { read, errors } = await sample('sample/*', { source, destination: { columns } });
      expect(read).toBe(true);
      expect(errors.map(({ pointer }) => pointer)).toEqual([
        '/destination/columns/2',
        '/destination/columns/0',
      ]);
      expect(errors[0]?.message).toBe('is not a field of the object sample/1.csv. Its fields are id, name');
      const fieldMappings = [{ sourceField: 'key', destinationField: 'id' }];
      const mapped = await sample('sample/*', { source, fieldMappings });
      expect(mapped.errors).toMatchObject([{ pointer: '/fieldMappings/0/sourceField' }]);
    });

    test('name columns by position, and the format if nothing can be read', async () => {
      await s3.put('sample/2.tsv', '1\tAda\n2\tBob\n');
      const columns = [
        { name: 'id', type: 'UInt64' },
        { name: 'born', type: 'Date' },
      ];
      const verdict = await sample('sample/2.tsv', {
        source: { format: 'TabSeparated' },
        destination: { columns },
      });
      expect(verdict.errors).toMatchObject([{ pointer: '/destination/columns/1' }]);
      const parquet = await sample('sample/2.tsv', { source: { format: 'Parquet' } });
      expect(parquet.errors).toMatchObject([{ pointer: '/source/objectStorage/format' }]);
      expect(await sample('sample/nothing*', {})).toEqual({ read: false, errors: [] });
    });

    test('columns are inferred from the first object', async () => {
      await s3.put(
        'infer/1.jsonl',
        '{"id":1,"name":"Ada","tags":["a"],"at":"2026-01-02T03:04:05Z"}\n{"id":2}\n',
      );
      const { definition, secrets } = objectPipe(s3, 'infer/*');
      const { columns, sampledRows } = await mover.runtime.discoverSchema({
        source: definition.source,
        secrets,
      });
      expect(columns).toEqual([
        { name: 'id', type: 'Int64' },
        { name: 'name', type: 'String' },
        { name: 'tags', type: 'Array(String)' },
        { name: 'at', type: expect.stringMatching(/^DateTime/) },
      ]);
      expect(sampledRows).toBe(2);
    });
  });

  test('definitions are checked for what is not supported', async () => {
    const check = (source: Partial<ObjectStorage>, pattern = 'x') =>
      mover.runtime.checkDefinition(objectPipe(s3, pattern, { source }).definition);
    expect(
      await check({ type: 'gcs', queueUrl: 'projects/shop/subscriptions/exports', isContinuous: true }),
    ).toMatchObject([{ pointer: '/source/objectStorage/queueUrl' }]);
    expect(await check({}, '{a,b}'.repeat(12))).toMatchObject([{ pointer: '/source/objectStorage/url' }]);
    expect(await check({ url: `${s3.url}/*/x` })).toMatchObject([{ pointer: '/source/objectStorage/url' }]);
    expect(await check({})).toEqual([]);
  });

  describe('formats', () => {
    const columns = [
      { name: 'id', type: 'UInt64' },
      { name: 'name', type: 'String' },
    ];

    test.each([
      ['CSV', '1,"a, b"\n2,"line\nbreak"\n', [1, 'a, b', 2, 'line\nbreak']],
      ['CSV with a delimiter', '1;a,b\n2;c\n', [1, 'a,b', 2, 'c']],
      ['CSVWithNames', 'name,other,id\nAda,x,1\nBob,y,2\n', [1, 'Ada', 2, 'Bob']],
      ['TabSeparated', '1\tAda\n2\tB\\nob\n', [1, 'Ada', 2, 'B\nob']],
      ['TabSeparatedWithNames', 'name\tid\nAda\t1\nBob\t2\n', [1, 'Ada', 2, 'Bob']],
      ['JSONEachRow', '[{"id":1,"name":"Ada"},\n{"id":2,"name":"Bob"}]', [1, 'Ada', 2, 'Bob']],
    ])('%s', async (title, text, values) => {
      const [format] = title.split(' ') as ['CSV'];
      const key = `formats/${title.replaceAll(' ', '-')}`;
      await s3.put(key, text);
      const delimiter = title.endsWith('delimiter') ? ';' : ',';
      const source = { format, ...(format.startsWith('CSV') && { delimiter }) };
      const pipe = objectPipe(s3, key, { source, destination: { columns } });
      await mover.move(pipe);
      const [a, b, c, d] = values;
      expect(await mover.rows(pipe)).toEqual([
        { id: a, name: b },
        { id: c, name: d },
      ]);
    });

    test('rows that do not fit, in each text format', async () => {
      const texts = {
        CSV: '1,"a"\nx,"two\nlines"\n3,c\n',
        CSVWithNames: 'name,id\na,1\n"two\nlines",x\nc,3\n',
        TabSeparated: '1\ta\nx\tb\n3\tc\n',
        TabSeparatedWithNames: 'name\tid\na\t1\nb\tx\nc\t3\n',
      } as const;
      for (const [format, text] of Object.entries(texts)) {
        await s3.put(`wrong/${format}`, text);
        const source = {
          format: format as keyof typeof texts,
          ...(format.startsWith('CSV') && { delimiter: ',' }),
        };
        const pipe = objectPipe(s3, `wrong/${format}`, { source });
        await mover.move(pipe);
        expect((await mover.rows(pipe)).map(({ id }) => id)).toEqual([1, 3]);
        const line = format.endsWith('WithNames') ? 3 : 2;
        expect(await mover.rejected(pipe)).toMatchObject([{ location: `wrong/${format}:line ${line}` }]);
      }
    });

    test.each(['Parquet', 'Avro'] as const)('%s, and an object with other columns', async (format) => {
      const made = (select: string) => engine.query({ sql: `SELECT ${select}`, format });
      await s3.put(`${format}/1`, (await made("toUInt64(1) AS id, 'Ada' AS name")).bytes);
      await s3.put(`${format}/2`, (await made("'x' AS other, 2 AS number")).bytes);
      await s3.put(`${format}/3`, (await made("toUInt64(3) AS id, 'Cleo' AS name")).bytes);
      await s3.put(`${format}/4`, (await made("'four' AS id, 'Dora' AS name")).bytes);
      await s3.put(`${format}/5`, (await made('toUInt64(5) AS id')).bytes);
      await s3.put(`${format}/6`, (await made("toUInt64(6) AS id, 'Eve' AS name")).bytes.subarray(0, 100));
      const pipe = objectPipe(s3, `${format}/*`, { source: { format } });
      await mover.move(pipe);
      expect(await mover.rows(pipe)).toEqual([
        { id: 1, name: 'Ada' },
        { id: 3, name: 'Cleo' },
        { id: 5, name: '' },
      ]);
      const rejected = (await mover.rejected(pipe)).map(({ location, reason }) => [location, reason]);
      expect(rejected.sort()).toEqual([
        [`${format}/2`, 'The object has none of the fields id, name. Its fields are other, number.'],
        [`${format}/4`, expect.stringMatching(/four|String|string|parse/)],
        [`${format}/6`, expect.any(String)],
      ]);
    });

    test('columns are inferred in every format', async () => {
      const made = async (format: string) =>
        (await engine.query({ sql: "SELECT toInt64(1) AS id, 'Ada' AS name", format })).bytes;
      const named = { id: 'Int64', name: 'String' };
      const unnamed = { c1: 'Int64', c2: 'String' };
      const expected = [
        ['CSV', unnamed],
        ['CSVWithNames', named],
        ['TabSeparated', unnamed],
        ['TabSeparatedWithNames', named],
        ['JSONEachRow', named],
        ['Parquet', named],
        ['Avro', named],
        ['JSONAsObject', { json: 'JSON' }],
      ] as const;
      for (const [format, columns] of expected) {
        await s3.put(`inferred/${format}`, await made(format === 'JSONAsObject' ? 'JSONEachRow' : format));
        const { definition, secrets } = objectPipe(s3, `inferred/${format}`, { source: { format } });
        const found = await mover.runtime.discoverSchema({ source: definition.source, secrets });
        const types = Object.fromEntries((found.columns ?? []).map(({ name, type }) => [name, type]));
        expect([format, types]).toEqual([format, columns]);
      }
    });

    test('JSONAsObject reads each object as a whole', async () => {
      await s3.put('objects.json', '{"id":1,"name":{"first":"Ada"}}\n{"id":2}\n');
      const json = [{ name: 'json', type: 'JSON' }];
      const destination = {
        columns: json,
        tableDefinition: { engine: { type: 'MergeTree' as const }, sortingKey: [] },
      };
      const pipe = objectPipe(s3, 'objects.json', { source: { format: 'JSONAsObject' }, destination });
      await mover.move(pipe);
      expect(await mover.rows(pipe)).toEqual([
        { json: { id: 1, name: { first: 'Ada' } } },
        { json: { id: 2 } },
      ]);
    });
  });
});
