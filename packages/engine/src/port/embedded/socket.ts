import { once } from 'node:events';
import { connect } from 'node:net';

/** Whether a process listens at a Unix socket. The file alone proves nothing: a killed process leaves it behind. */
export async function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
