import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** Whether a program accepts connections on a port of this machine. Takes 100 ms if none does, so that a caller can ask again. */
export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return setTimeout(100, false);
  } finally {
    socket.destroy();
  }
}
