/*
 * Serves a folder of files as a bucket of S3, on this machine only, until it is stopped. Credentials are not checked.
 * Run: node packages/examples/src/serve-folder-as-s3.ts <folder> [port]
 */
import { createReadStream, statSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

const BUCKET = 'files';
const PAGE = 1_000;

const [folder, port = '9090'] = process.argv.slice(2);
if (folder === undefined || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  console.error('Name an existing folder: node packages/examples/src/serve-folder-as-s3.ts <folder> [port]');
  process.exit(2);
}
const root = resolve(folder);

const server = createServer((request, response) => {
  respond(request, response).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'EISDIR' || error.code === 'ENOTDIR';
    fail(response, isMissing ? 404 : 500, isMissing ? 'NoSuchKey' : 'InternalError');
  });
});
server.listen(Number(port), '127.0.0.1', () => {
  const { port: used } = server.address() as { port: number };
  console.log(`Serving ${root} at http://127.0.0.1:${used}/${BUCKET}`);
});

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const [, bucket, ...segments] = pathname.split('/').map(decodeURIComponent);
  if (bucket !== BUCKET) return fail(response, 404, 'NoSuchBucket');
  if (request.method !== 'GET' && request.method !== 'HEAD') return fail(response, 405, 'MethodNotAllowed');
  const key = segments.join('/');
  await (key === '' ? list(searchParams, response) : read(key, request, response));
}

/** The keys of the last listing, for its further pages. */
let listed: readonly string[] = [];

/** One page of ListObjectsV2. */
async function list(query: URLSearchParams, response: ServerResponse): Promise<void> {
  const prefix = query.get('prefix') ?? '';
  const token = query.get('continuation-token');
  const after = token ?? query.get('start-after') ?? '';
  const size = Math.min(Number(query.get('max-keys') ?? PAGE), PAGE);
  if (token === null) listed = await allKeys();
  const keys = listed.filter((key) => key.startsWith(prefix) && compare(key, after) > 0);
  const page = keys.slice(0, size);
  const contents = await Promise.all(page.map(contentOf));
  const isTruncated = keys.length > size;
  const next = isTruncated
    ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>`
    : '';
  response
    .writeHead(200, { 'Content-Type': 'application/xml' })
    .end(
      `<ListBucketResult><Name>${BUCKET}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
}

async function allKeys(): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort(compare);
}

/** Stores list keys in the order of their bytes. */
function compare(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

async function contentOf(key: string): Promise<string> {
  const { etag, size, modified } = await describe(key);
  return `<Contents><Key>${escapeXml(key)}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>${escapeXml(etag)}</ETag><Size>${size}</Size></Contents>`;
}

async function describe(key: string) {
  const { size, mtime, mtimeMs } = await stat(join(root, key));
  return { etag: `"${size.toString(16)}-${Math.floor(mtimeMs * 1000).toString(16)}"`, size, modified: mtime };
}

async function read(key: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = join(root, key);
  if (!path.startsWith(root + sep)) return fail(response, 404, 'NoSuchKey');
  const { etag, size, modified } = await describe(key);
  const { 'if-match': wanted, range = '' } = request.headers;
  if (wanted !== undefined && wanted !== etag) return fail(response, 412, 'PreconditionFailed');
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  const start = Number(first ?? 0);
  const end = Math.min(last ? Number(last) : size - 1, size - 1);
  if (first !== undefined && start >= size) return fail(response, 416, 'InvalidRange');
  response.writeHead(first === undefined ? 200 : 206, {
    'Accept-Ranges': 'bytes',
    'Content-Length': size === 0 ? 0 : end - start + 1,
    ...(first !== undefined && { 'Content-Range': `bytes ${start}-${end}/${size}` }),
    'Content-Type': 'application/octet-stream',
    ETag: etag,
    'Last-Modified': modified.toUTCString(),
  });
  if (request.method === 'HEAD' || size === 0) response.end();
  else await pipeline(createReadStream(path, { start, end }), response);
}

function fail(response: ServerResponse, status: number, code: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response.writeHead(status, { 'Content-Type': 'application/xml' }).end(body);
}

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
