import { once } from 'node:events';
import { createServer } from 'node:net';
import { type Finding, ok, wrong } from './finding.ts';

const RESPONSE_MS = 2_000;

/** Checks that a server can listen at its address, or already does. */
export async function examinePort(host: string, port: number): Promise<Finding> {
  if (port === 0) return ok('port', `a free port is chosen on ${host}`);
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const code = await tryToListen(host, port);
  if (code === undefined) return ok('port', `${address} is free`);
  if (code === 'EADDRINUSE' && (await isOurs(address))) return ok('port', `a server runs at ${address}`);
  return wrong('port', `cannot listen on ${address} (${code})`, REMEDIES[code] ?? OTHERWISE);
}

const OTHERWISE = 'Set PENSTOCK_HOST and PENSTOCK_PORT to an address of this machine.';

const REMEDIES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Stop the program that uses it, or set PENSTOCK_PORT to another port.',
  EACCES: 'Set PENSTOCK_PORT to 1024 or above.',
};

async function tryToListen(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    server.close();
  }
}

async function isOurs(address: string): Promise<boolean> {
  try {
    const response = await fetch(`http://${address}/livez`, { signal: AbortSignal.timeout(RESPONSE_MS) });
    return ((await response.json()) as { status?: unknown }).status === 'ok';
  } catch {
    return false;
  }
}
