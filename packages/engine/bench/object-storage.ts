import { fork } from 'node:child_process';
import { once } from 'node:events';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { median } from '@penstock/bench/median';
import { cpuSeconds } from '@penstock/bench/process-figures';
import { timedRounds } from '@penstock/bench/timed-rounds';
import { ACCESS_KEY, BUCKET } from '@penstock/object-storage/s3-server';
import type { EmbeddedEngine } from '../src/port/embedded/embedded-engine.ts';
import { objectPipe } from '../test/support/object-storage.ts';
import { pipeMover } from '../test/support/pipe-mover.ts';

const OBJECTS = 8;
const OBJECT_BYTES = 16_000_000;
const ROW_BYTES = 200;

/** CPU time of this process and of the engine for the same objects, as a plain statement and as a pipe. */
export interface ObjectStorageFigures {
  readonly plainSeconds: number;
  readonly pipeSeconds: number;
  readonly megabytes: number;
}

/** Takes turns, so that both ways have the same disturbances. */
export async function measureObjectStorage(
  engine: EmbeddedEngine,
  rounds: number,
): Promise<ObjectStorageFigures> {
  const server = fork(new URL('s3-server.ts', import.meta.url));
  const [url] = (await once(server, 'message')) as [string];
  try {
    await putObjects(url);
    const plain: number[] = [];
    const pipe: number[] = [];
    for (const _ of timedRounds(rounds + 1, 2)) {
      plain.push(await insertPlainly(engine, url));
      pipe.push(await movePipe(engine, url));
    }
    // The first round fills caches.
    const [plainSeconds, pipeSeconds] = [median(plain.slice(1)), median(pipe.slice(1))];
    return { plainSeconds, pipeSeconds, megabytes: (OBJECTS * OBJECT_BYTES) / 1e6 };
  } finally {
    server.disconnect();
    await once(server, 'exit');
  }
}

async function putObjects(endpoint: string): Promise<void> {
  const { accessKeyId, secretKey: secretAccessKey } = ACCESS_KEY;
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  const rows = OBJECT_BYTES / ROW_BYTES;
  for (let object = 0; object < OBJECTS; object += 1) {
    const lines = Array.from({ length: rows }, (_, index) => row(object * rows + index));
    await client.send(
      new PutObjectCommand({ Bucket: BUCKET, Key: `bench/${object}.jsonl`, Body: lines.join('') }),
    );
  }
  client.destroy();
}

/** Names differ, as in real data; equal ones would compress to nothing. */
function row(id: number): string {
  const head = `{"id":${id},"name":"${Math.sin(id).toString(36).slice(3).padEnd(10, '0')} `;
  return `${head.padEnd(ROW_BYTES - 3, 'name ')}"}\n`;
}

/** The tables exist before the measurement, in both ways. */
async function insertPlainly(engine: EmbeddedEngine, url: string): Promise<number> {
  await engine.command({
    sql: 'CREATE OR REPLACE TABLE plain (id UInt64, name String) ENGINE = MergeTree ORDER BY id',
  });
  const { accessKeyId, secretKey } = ACCESS_KEY;
  const source = `s3('${url}/${BUCKET}/bench/*.jsonl', '${accessKeyId}', '${secretKey}', 'JSONEachRow', 'id UInt64, name String')`;
  return cpuOf(engine, () => engine.command({ sql: `INSERT INTO plain SELECT * FROM ${source}` }));
}

async function movePipe(engine: EmbeddedEngine, url: string): Promise<number> {
  const { runtime, ledger } = pipeMover(engine);
  const pipe = objectPipe({ url }, 'bench/*.jsonl');
  const { signal } = new AbortController();
  await runtime.reachNextState(pipe, signal);
  const seconds = await cpuOf(engine, async () => runtime.move?.(pipe, signal, () => {}));
  const { rows, batches } = ledger.entry(pipe.id).total;
  if (rows !== (OBJECTS * OBJECT_BYTES) / ROW_BYTES || batches !== 1)
    throw new Error(`The pipe moved ${rows} rows in ${batches} batches.`);
  await engine.command({ sql: `DROP DATABASE \`${pipe.databasePrefix}shop\`` });
  return seconds;
}

async function cpuOf(engine: EmbeddedEngine, work: () => Promise<void>): Promise<number> {
  const before = cpuSeconds(engine.pid) + cpuSeconds(process.pid);
  await work();
  return cpuSeconds(engine.pid) + cpuSeconds(process.pid) - before;
}
