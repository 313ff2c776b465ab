import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as after } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Sends these pieces, one after the other, and gives all that comes back until the server ends the connection. */
export async function talk(port: number, ...pieces: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    await after(15);
  }
  await closed;
  return received;
}

/** Like {@link talk}, but the second piece waits for the response to the first. */
export async function talkInTurns(port: number, first: string, second: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  const closed = once(socket, 'close');
  socket.write(first, 'latin1');
  await once(socket, 'data');
  socket.write(second, 'latin1');
  await closed;
  return received;
}

type Pieces = Iterable<string | Uint8Array>;

/**
 * Sends these pieces while the server accepts them, and returns its first response, or all until the end of the
 * connection. Empty if the server ended the connection without one.
 */
export async function responsesTo(port: number, pieces: Pieces, until: 'response' | 'end' = 'response') {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  const done = new Promise<void>((resolve) => {
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      if (until === 'response' && isWhole(received)) resolve();
    });
    socket.once('close', () => resolve());
  });
  // What the server does not read any more makes either of them fail.
  pipeline(Readable.from(pieces), socket, { end: false }).catch(() => undefined);
  await done;
  socket.destroy();
  return received === '' ? [] : responsesIn(received);
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1] ?? '0';
  return text.length >= end + 4 + Number(length);
}

export function responsesIn(text: string) {
  return text.split(/(?=HTTP\/1\.1 \d{3} )/).map((response) => {
    const [head = '', body = ''] = response.split('\r\n\r\n');
    const [statusLine = '', ...lines] = head.split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]));
    return { status: Number(statusLine.split(' ')[1]), headers, body };
  });
}
