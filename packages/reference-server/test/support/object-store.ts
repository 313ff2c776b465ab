import { ACCESS_KEY, BUCKET, startS3 } from '@penstock/object-storage/s3-server';

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
  const server = await startS3();
  let objects = 0;
  const putLines = (key: string, lines: readonly string[]) =>
    server.put(key, lines.map((line) => `${line}\n`).join(''));
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
        url: `${server.url}/${BUCKET}/${folder}/**`,
        format: 'JSONEachRow',
        isContinuous,
        authentication: 'IAM_USER',
        accessKey: ACCESS_KEY,
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
    close: () => server.stop(),
  };
}
