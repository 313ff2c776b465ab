import type { Outgoing } from '../target/target.ts';

const LONGEST_BODY = 2000;

/** The command line that sends a request again. `credential` is what curl is told in place of the real one. */
export function curlLine(
  baseUrl: string,
  { method, path, headers, body }: Outgoing,
  credential: string | undefined,
): string {
  const shownHeaders = Object.entries(headers)
    .filter(([name]) => credential === undefined || name !== 'authorization')
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return [
    'curl -s -i',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(credential === undefined ? [] : [credential]),
    ...shownHeaders,
    ...(body === undefined ? [] : [`--data-raw ${quoted(textOf(body))}`]),
    quoted(`${baseUrl}${path}`),
  ].join(' ');
}

function textOf(body: string | Uint8Array): string {
  const text = Buffer.from(body).toString('utf8');
  return text.length <= LONGEST_BODY ? text : `${text.slice(0, LONGEST_BODY)}… (${text.length} characters)`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
