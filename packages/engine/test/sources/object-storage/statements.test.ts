import { expect, test } from 'vitest';
import { compileDestination } from '../../../src/compile/destination-plan.ts';
import type { EnginePort, Query } from '../../../src/port/engine-port.ts';
import { insertObjects } from '../../../src/sources/object-storage/engine-reading.ts';
import { openObjects } from '../../../src/sources/object-storage/open-objects.ts';
import { type ObjectStorage, objectPipe, type PipeChanges } from '../../support/object-storage.ts';

const OBJECTS = [
  ["2026/it's 1.csv", 'e1', 10],
  ['2026/2.csv', 'e2', 10],
  ['2026/empty.csv', 'e3', 0],
] as const;

/** The statements that insert the objects, without the settings that all inserts have. */
async function statementsOf(source: Partial<ObjectStorage>, secrets: NonNullable<PipeChanges['secrets']>) {
  const pipe = { ...objectPipe({ url: 'http://127.0.0.1:1' }, '*', { source, secrets }), databasePrefix: '' };
  const columns = [{ name: 'id', type: 'UInt64' }];
  const plan = compileDestination(pipe, columns);
  const statements: Query[] = [];
  const engine = {
    command: async (statement: Query) => void statements.push(statement),
    query: async (statement: Query) => {
      statements.push(statement);
      return { rows: () => [{ rows: '2' }] };
    },
  } as unknown as EnginePort;
  const { reading } = openObjects(pipe.definition.source, secrets, { allowedHosts: undefined });
  const { signal } = new AbortController();
  await insertObjects(OBJECTS, reading, { engine, plan, pipeId: pipe.id, token: 'token', signal });
  reading.store.close();
  return statements.map(({ sql, settings }) => {
    const own = Object.entries(settings ?? {}).filter(([name]) => !(name in plan.settings));
    return { sql, settings: Object.fromEntries(own) };
  });
}

test('S3', async () => {
  const accessKey = { accessKeyId: 'KEY', secretKey: 'SECRET' };
  expect(
    await statementsOf({ format: 'CSV', delimiter: ';', compression: 'none' }, { accessKey }),
  ).toMatchInlineSnapshot(`
    [
      {
        "settings": {
          "async_insert": 0,
          "format_csv_delimiter": ";",
          "input_format_parquet_preserve_order": 1,
          "insert_deduplicate": 1,
          "insert_deduplication_token": "token",
          "s3_max_redirects": 0,
          "s3_retry_attempts": 3,
        },
        "sql": "INSERT INTO \`shop\`.\`orders\` (\`id\`) SELECT \`c1\` FROM (SELECT * FROM s3('http://127.0.0.1:1/exports/{2026/it%27s%201.csv,2026/2.csv}', 'KEY', 'SECRET', 'CSV', '\`c1\` UInt64', 'none') WHERE throwIf(replaceAll(_etag, '"', '') != transform(_path, ['exports/2026/it\\'s 1.csv', 'exports/2026/2.csv', 'exports/2026/empty.csv'], ['e1', 'e2', 'e3'], ''), 'an object changed after it was listed') = 0)",
      },
      {
        "settings": {
          "format_csv_delimiter": ";",
          "input_format_parquet_preserve_order": 1,
          "s3_max_redirects": 0,
          "s3_retry_attempts": 3,
        },
        "sql": "SELECT count() AS rows FROM s3('http://127.0.0.1:1/exports/{2026/it%27s%201.csv,2026/2.csv}', 'KEY', 'SECRET', 'CSV', '\`c1\` UInt64', 'none')",
      },
    ]
  `);
});

test('S3 without credentials', async () => {
  const source = { authentication: undefined } as unknown as Partial<ObjectStorage>;
  const [insert] = await statementsOf(source, {});
  expect(insert?.sql).toMatchInlineSnapshot(
    `"INSERT INTO \`shop\`.\`orders\` (\`id\`) SELECT \`id\` FROM (SELECT * FROM s3('http://127.0.0.1:1/exports/{2026/it%27s%201.csv,2026/2.csv}', NOSIGN, 'JSONEachRow', '\`id\` UInt64', 'auto') WHERE throwIf(replaceAll(_etag, '"', '') != transform(_path, ['exports/2026/it\\'s 1.csv', 'exports/2026/2.csv', 'exports/2026/empty.csv'], ['e1', 'e2', 'e3'], ''), 'an object changed after it was listed') = 0)"`,
  );
});

test('Azure', async () => {
  const connectionString =
    'DefaultEndpointsProtocol=http;AccountName=a;AccountKey=a2V5;BlobEndpoint=http://127.0.0.1:1/a;';
  const source = { type: 'azureblobstorage', azureContainerName: 'exports', path: '**' } as const;
  const [insert] = await statementsOf(source, { connectionString });
  expect(insert?.sql).toMatchInlineSnapshot(
    `"INSERT INTO \`shop\`.\`orders\` (\`id\`) SELECT \`id\` FROM (SELECT * FROM azureBlobStorage('DefaultEndpointsProtocol=http;AccountName=a;AccountKey=a2V5;BlobEndpoint=http://127.0.0.1:1/a;', 'exports', '{2026/it\\'s 1.csv,2026/2.csv}', 'JSONEachRow', 'auto', '\`id\` UInt64') WHERE throwIf(replaceAll(_etag, '"', '') != transform(_path, ['exports/2026/it\\'s 1.csv', 'exports/2026/2.csv', 'exports/2026/empty.csv'], ['e1', 'e2', 'e3'], ''), 'an object changed after it was listed') = 0)"`,
  );
});
