import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

const BUCKET = 'exports';

/** An S3 server over a folder, in this process. */
export interface ObjectStore {
  /** Stores an object with one row per line. */
  put(key: string, rows: readonly object[]): Promise<void>;
  putLines(key: string, lines: readonly string[]): Promise<void>;
  /** Stores rows as the next of many objects. */
  feed(rows: readonly object[]): Promise<void>;
  /** The body of a request that creates a pipe that reads all objects of a folder into a table, by default those that were fed. */
  pipeInto(table: string, options?: PipeOptions): PipeBody;
  close(): Promise<void>;
}

interface PipeOptions {
  readonly folder?: string;
  readonly isContinuous?: boolean;
}

interface PipeBody {
  readonly source: object;
  readonly destination: { readonly tableDefinition: object };
}

const FED = 'fed';

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
  takeTurns(server);
  const { port } = await server.run();
  const url = `http://127.0.0.1:${port}/${BUCKET}`;
  let objects = 0;
  const putLines = async (key: string, lines: readonly string[]) => {
    const body = lines.map((line) => `${line}\n`).join('');
    const response = await fetch(`${url}/${key}`, { method: 'PUT', body });
    if (!response.ok) throw new Error(`The object ${key} was not stored: ${await response.text()}`);
  };
  const put = (key: string, rows: readonly object[]) =>
    putLines(
      key,
      rows.map((row) => JSON.stringify(row)),
    );
  return {
    put,
    putLines,
    feed(rows) {
      objects += 1;
      return put(`${FED}/${String(objects).padStart(8, '0')}.json`, rows);
    },
    pipeInto(table, { folder = FED, isContinuous = true } = {}) {
      const objectStorage = {
        type: 's3',
        url: `${url}/${folder}/**`,
        format: 'JSONEachRow',
        isContinuous,
        authentication: 'IAM_USER',
        accessKey: { accessKeyId: 'S3RVER', secretKey: 'S3RVER' },
      };
      const columns = [
        { name: 'id', type: 'UInt64' },
        { name: 'text', type: 'String' },
      ];
      const tableDefinition = { engine: { type: 'MergeTree' }, sortingKey: ['id'] };
      return {
        ...{ name: `Objects into ${table}`, source: { objectStorage } },
        destination: { ...{ table, columns }, tableDefinition },
        ...(isContinuous && { settings: { object_storage_polling_interval_ms: 100 } }),
      };
    },
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Handles one request at a time: the server lists an object while it is still being written, and a real store does not. */
function takeTurns({ middleware }: S3rver): void {
  let last = Promise.resolve();
  middleware.unshift((_context, next) => {
    const turn = last.then(next);
    last = turn.catch(() => {});
    return turn;
  });
}
