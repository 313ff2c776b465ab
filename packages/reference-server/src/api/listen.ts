import { listen as listenAt } from '@penstock/server';
import type { Express } from 'express';
import { ConfigurationError } from './configuration.ts';

/** A listening server and its URL. */
export interface Listening {
  readonly url: string;
  /**
   * Accepts no new connections, waits for running requests, and ends the remaining ones after `longestMs`. Idle connections
   * end after `idleMs`, or with the response to their next request.
   */
  drain(longestMs: number, idleMs: number): Promise<void>;
}

/** @throws ConfigurationError if the address is taken or is not one of this machine. */
export async function listen(app: Express, host: string, port: number): Promise<Listening> {
  try {
    const { url, close } = await listenAt(app, { host, port });
    return { url, drain: (longestMs, idleMs) => close(longestMs / 1000, idleMs / 1000) };
  } catch (error) {
    throw explain(error as NodeJS.ErrnoException, host, port);
  }
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new ConfigurationError(
      `${host}:${port} is used by another program. Stop it, or set PENSTOCK_PORT to another port.`,
    );
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new ConfigurationError(
      `${host} is not an address of this machine. Set PENSTOCK_HOST to an address of this machine.`,
    );
  }
  if (error.code === 'EACCES') {
    return new ConfigurationError(
      `This user cannot listen on port ${port}. Set PENSTOCK_PORT to 1024 or above.`,
    );
  }
  return error;
}
