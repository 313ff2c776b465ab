import type { PreparedRequest } from './prepared-request.ts';

const MAX_BODY = 2000;

/** Returns a command line that repeats a request. Its credential comes from environment variables. */
export function curlCommand(baseUrl: string, { outgoing, curlCredential }: PreparedRequest): string {
  const { method, path, headers, body } = outgoing;
  const headerOptions = Object.entries(headers)
    .filter(([name]) => curlCredential === undefined || name !== 'authorization')
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [
    'curl -s -i',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(curlCredential === undefined ? [] : [curlCredential]),
    ...headerOptions,
    ...(body === undefined ? [] : [`--data-raw ${quoted(textOf(body))}`]),
    quoted(`${baseUrl}${path}`),
  ].join(' ');
}

function textOf(body: string | Uint8Array): string {
  const text = Buffer.from(body).toString('utf8');
  return text.length <= MAX_BODY ? text : `${text.slice(0, MAX_BODY)}… (${text.length} characters)`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
