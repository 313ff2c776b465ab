import type { AddressInfo } from 'node:net';
import type { Express } from 'express';

/** Listens on a free port of loopback, and writes the URL to stdout. */
export function listen(app: Express): void {
  const server = app.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}
