import { connect, type Socket } from 'node:net';
import { ResponseReader } from './answer-reader.ts';
import { BenchmarkError } from './benchmark-error.ts';

/** A request as it goes over the wire, made before any clock runs. */
export type RequestBytes = Buffer;

/** A connection that stays open and has one request under way at a time. */
export interface Connection extends Disposable {
  /** Resolves to the status when the whole answer is there. */
  ask(request: RequestBytes): Promise<number>;
}

/**
 * A client of our own, because it has to cost less than what it measures: it knows its requests beforehand, and of an
 * answer it only looks at the status and the length.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = await connected(port);
  const reader = new ResponseReader();
  let answered = (_status: number) => {};
  let failed = (_error: Error) => {};
  socket.on('data', (bytes) => {
    if (reader.isComplete(bytes)) answered(reader.status);
  });
  socket.once('error', (error) => failed(error));
  socket.once('close', () => failed(new BenchmarkError('A contestant closed a connection.')));
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        answered = resolve;
        failed = reject;
        socket.write(request);
      }),
    [Symbol.dispose]: () => socket.destroy(),
  };
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}
