import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

const BUCKET = 'exports';

/** An S3 server over a folder, in this process. */
export interface ObjectStore {
  /** Stores an object with one row per line. */
  put(key: string, rows: readonly object[]): Promise<void>;
  /** The body of a request that creates a pipe that reads all objects into a table. */
  pipeInto(table: string, isContinuous: boolean): object;
  close(): Promise<void>;
}

export async function openObjectStore(): Promise<ObjectStore> {
  const directory = mkdtempSync(join(tmpdir(), 'penstock-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    // It does not know that the path of a bucket can end with a slash, which the client signs.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  const url = `http://127.0.0.1:${port}/${BUCKET}`;
  return {
    async put(key, rows) {
      const body = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      const response = await fetch(`${url}/${key}`, { method: 'PUT', body });
      if (!response.ok) throw new Error(`The object ${key} was not stored: ${await response.text()}`);
    },
    pipeInto: (table, isContinuous) => ({
      name: `Objects into ${table}`,
      source: {
        objectStorage: {
          type: 's3',
          url: `${url}/**`,
          format: 'JSONEachRow',
          isContinuous,
          authentication: 'IAM_USER',
          accessKey: { accessKeyId: 'S3RVER', secretKey: 'S3RVER' },
        },
      },
      destination: {
        table,
        columns: [
          { name: 'id', type: 'UInt64' },
          { name: 'text', type: 'String' },
        ],
        tableDefinition: { engine: { type: 'MergeTree' }, sortingKey: ['id'] },
      },
      settings: isContinuous ? { object_storage_polling_interval_ms: 100 } : {},
    }),
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
