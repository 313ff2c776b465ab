import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** The key and the secret that the server accepts. */
export const ACCESS_KEY = { accessKeyId: 'S3RVER', secretKey: 'S3RVER' };
/** The bucket that exists from the start. */
export const BUCKET = 'exports';

/** An S3 server over a temporary folder, in this process. */
export interface S3Server {
  readonly url: string;
  put(key: string, body: string | Uint8Array): Promise<void>;
  delete(key: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
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
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    put: (key, body) => send(url, key, { method: 'PUT', body: Buffer.from(body) }),
    delete: (key) => send(url, key, { method: 'DELETE' }),
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Requests need no signature. */
async function send(url: string, key: string, request: RequestInit): Promise<void> {
  const path = key.split('/').map(encodeURIComponent).join('/');
  const response = await fetch(`${url}/${BUCKET}/${path}`, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${request.method} of the object ${key} failed: ${text}`);
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
