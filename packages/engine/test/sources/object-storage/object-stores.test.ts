import { BUCKET, type S3Server, startS3 } from '@penstock/object-storage/s3-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PipeError, type RuntimePipe } from '../../../src/pipe-runtime.ts';
import type { EmbeddedEngine } from '../../../src/port/embedded/embedded-engine.ts';
import { startAzure, type TestAzure } from '../../support/azure.ts';
import { INSTALLED } from '../../support/engines.ts';
import { type MemoryLedger, memoryLedger } from '../../support/memory-ledger.ts';
import { objectPipe, type PipeChanges } from '../../support/object-storage.ts';
import { type PipeMover, pipeMover } from '../../support/pipe-mover.ts';
import { emptyEngine, sharedEngine } from '../../support/shared-engine.ts';

const SECRET = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ=';

describe.runIf(INSTALLED)('stores of objects', () => {
  let engine: EmbeddedEngine;
  let s3: S3Server;
  let azure: TestAzure;
  let mover: PipeMover;

  beforeAll(async () => {
    [s3, azure] = await Promise.all([startS3(), startAzure()]);
    engine = await sharedEngine();
    mover = pipeMover(engine);
  });

  afterAll(async () => {
    await emptyEngine(engine);
    await Promise.all([s3?.stop(), azure?.stop()]);
  });

  const azurePipe = (path: string, connectionString = azure.connectionString, changes: PipeChanges = {}) =>
    objectPipe({ url: '' }, '', {
      ...changes,
      source: {
        type: 'azureblobstorage',
        url: undefined,
        path,
        azureContainerName: BUCKET,
        authentication: 'CONNECTION_STRING',
        ...changes.source,
      } as NonNullable<PipeChanges['source']>,
      secrets: { connectionString },
    });

  const failure = async (pipe: RuntimePipe, moved = mover): Promise<PipeError> => {
    const error: unknown = await moved.move(pipe).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PipeError);
    expect((error as Error).message).not.toContain(SECRET);
    return error as PipeError;
  };

  test('Azure: moves the rows of all objects that match', async () => {
    await azure.put('2026/a.jsonl', '{"id":1,"name":"Ada"}\n');
    await azure.put('2026/b ü%.jsonl', '{"id":2,"name":"Bob"}\n');
    await azure.put('2026/{c}.jsonl', '{"id":3,"name":"Cleo"}\nnone\n');
    await azure.put('2027/a.jsonl', '{"id":4,"name":"Dora"}\n');
    const pipe = azurePipe('2026/*.jsonl');
    await mover.move(pipe);
    expect((await mover.rows(pipe)).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(await mover.rejected(pipe)).toMatchObject([{ location: '2026/{c}.jsonl:line 2' }]);
  });

  test('Azure: explains what is wrong', async () => {
    const wrongKey = azure.connectionString.replace(/AccountKey=[^;]+/, `AccountKey=${SECRET}`);
    expect(await failure(azurePipe('*', wrongKey))).toMatchObject({ code: 'authentication_failed' });
    expect(await failure(azurePipe('*', 'nonsense'))).toMatchObject({ code: 'authentication_failed' });
    const elsewhere = { source: { azureContainerName: 'elsewhere' } };
    expect(await failure(azurePipe('*', azure.connectionString, elsewhere))).toMatchObject({
      code: 'source_not_found',
    });
    const away = azure.connectionString
      .replace(/:\d+\//, ':1/')
      .replace(/AccountKey=[^;]+/, `AccountKey=${SECRET}`);
    expect(await failure(azurePipe('*', away))).toMatchObject({ code: 'source_unreachable' });
  });

  test('S3: explains what is wrong', async () => {
    const wrongKey = { secrets: { accessKey: { accessKeyId: 'UNKNOWN', secretKey: SECRET } } };
    expect(await failure(objectPipe(s3, '*', wrongKey))).toMatchObject({
      code: 'authentication_failed',
      message: `${s3.url} rejected the credentials for ${BUCKET} (InvalidAccessKeyId). Check the credentials and their permissions to list and read objects.`,
    });
    const elsewhere = { source: { url: `${s3.url}/elsewhere/*` } };
    expect(await failure(objectPipe(s3, '*', elsewhere))).toMatchObject({
      code: 'source_not_found',
      message: `${s3.url} has no bucket or container elsewhere. Check the URL, or create it.`,
    });
    expect(await failure(objectPipe({ url: 'http://127.0.0.1:1' }, '*', wrongKey))).toMatchObject({
      code: 'source_unreachable',
      message:
        'http://127.0.0.1:1 cannot be reached: nothing listens at its address. Check the URL and the network.',
    });
    expect(await failure(objectPipe({ url: 'http://no-such-host.invalid' }, '*'))).toMatchObject({
      code: 'source_unreachable',
    });
  });

  test.each(['http://169.254.169.254', 'http://[fe80::1]:9000', 'http://2852039166'])(
    'rejects the host of %s',
    async (url) => {
      expect(await failure(objectPipe({ url }, '*'))).toMatchObject({
        code: 'source_unreachable',
        message: expect.stringContaining('link-local or cloud metadata address'),
      });
    },
  );

  test('an object that changed or was deleted after its batch was started', async () => {
    await s3.put('changes/a.jsonl', '{"id":1}\n');
    const pipe = objectPipe(s3, 'changes/*');
    const interrupted = pipeMover(engine, interruptedOnce());
    await expect(interrupted.move(pipe)).rejects.toThrow('interrupted');
    await s3.put('changes/a.jsonl', '{"id":2}\n');
    expect(await failure(pipe, interrupted)).toMatchObject({
      code: 'position_lost',
      message:
        'The object changes/a.jsonl changed after its batch was started. Create the pipe again to read all objects.',
    });
    await s3.delete('changes/a.jsonl');
    expect(await failure(pipe, interrupted)).toMatchObject({ code: 'position_lost' });
    expect((await mover.rows(pipe)).map(({ id }) => id)).toEqual([1]);
  });

  test('a continuous pipe moves new objects, and reports those that appear too late', async () => {
    await s3.put('poll/b.jsonl', '{"id":1}\n');
    const pipe = objectPipe(s3, 'poll/*', {
      source: { isContinuous: true },
      settings: { object_storage_polling_interval_ms: 100 },
    });
    const entry = () => mover.ledger.entry(pipe.id);
    await mover.move(pipe, () => entry().total.rows === 1);
    const puts = [
      () => s3.put('poll/c.jsonl', '{"id":2}\n'),
      () => s3.put('poll/a.jsonl', '{"id":3}\n'),
      () => s3.put('poll/b.jsonl', '{"id":4}\n'),
    ];
    await mover.move(pipe, () => {
      void puts.shift()?.();
      return entry().total.rows === 2 && entry().total.errors === 2;
    });
    expect((await mover.rows(pipe)).map(({ id }) => id)).toEqual([1, 2]);
    const rejected = await mover.rejected(pipe);
    expect(rejected.map(({ location }) => location).sort()).toEqual(['poll/a.jsonl', 'poll/b.jsonl']);
    expect(rejected[0]?.reason).toContain('appeared or changed');
  });
});

/** A ledger that fails after the first batch was inserted. */
function interruptedOnce(): MemoryLedger {
  let first = true;
  return memoryLedger((step) => {
    if (step !== 'finish' || !first) return;
    first = false;
    throw new Error('interrupted');
  });
}
