/** Header fields by their names in lower case, as Node has them. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** D-13: 1 MiB is accepted, one byte more is not. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

const ACCEPTED = /^application\/json(?:[ \t]*;[ \t]*charset="?utf-8"?)?$/i;

/** Whether the headers of a request announce a body, even an empty one. */
export function announcesBody(headers: Headers): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return headers['content-length'] !== undefined && headers['content-length'] !== '0';
}

/** Whether the headers of a request announce the only accepted kind of body: JSON in UTF-8, not compressed. */
export function isJsonBody(headers: Headers): boolean {
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  // Node decodes `chunked` and ignores every other transfer coding, such as `gzip, chunked`.
  const transfer = String(headers['transfer-encoding'] ?? 'chunked').toLowerCase();
  const mediaType = String(headers['content-type'] ?? '').trim();
  return encoding === 'identity' && transfer === 'chunked' && ACCEPTED.test(mediaType);
}
