import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { Connection, type ConnectionOptions } from '@platformatic/kafka';
import type { SourceAddresses } from '../../addresses/source-addresses.ts';
import { type BrokerAddress, writeBroker } from './broker-address.ts';
import { connectionFailure } from './connection-failure.ts';

const CLIENT_ID = 'penstock';

/** What all connections of a pipe have in common. */
export type BrokerAccess = Pick<ConnectionOptions, 'sasl' | 'tls'>;

/** Sends a request on a connection. The connection is closed if the promise rejects for a reason other than a response. */
export type Send<Response> = (connection: Connection) => Promise<Response>;

/**
 * At most one connection to each broker. Brokers handle the requests of a connection one after the other, so requests that wait
 * need connections of their own. The address of a broker is checked at each connect, also the addresses that brokers return.
 */
export class BrokerConnections {
  readonly #access: BrokerAccess;
  readonly #addresses: SourceAddresses;
  readonly #open = new Map<string, Promise<Connection>>();
  /** The library reports the reason of a lost connection by an event, and fails the requests without it. */
  readonly #reasons = new WeakMap<Connection, Error>();
  #isClosed = false;

  constructor(access: BrokerAccess, addresses: SourceAddresses) {
    this.#access = access;
    this.#addresses = addresses;
  }

  /** @throws PipeError if there is no connection; other errors come from the response */
  async send<Response>(broker: BrokerAddress, send: Send<Response>): Promise<Response> {
    const connection = await this.#connect(broker);
    try {
      return await send(connection);
    } catch (error) {
      if (connection.isConnected()) throw error;
      throw connectionFailure(this.#reasons.get(connection) ?? (error as Error), broker);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const opening of this.#open.values())
      opening.then(
        (connection) => connection.socket.destroy(),
        () => {},
      );
    this.#open.clear();
  }

  #connect(broker: BrokerAddress): Promise<Connection> {
    const key = writeBroker(broker);
    const existing = this.#open.get(key);
    if (existing !== undefined) return existing;
    const forget = () => void this.#open.delete(key);
    const opening = this.#connectToFirst(broker, forget).catch((error: Error) => {
      forget();
      throw connectionFailure(error, broker);
    });
    this.#open.set(key, opening);
    return opening;
  }

  /** Tries the addresses of a name one after the other. */
  async #connectToFirst(broker: BrokerAddress, forget: () => void): Promise<Connection> {
    let failure: unknown;
    for (const address of await this.#resolve(broker.host)) {
      try {
        const connection = await this.#connectTo(address, broker);
        connection.once('close', forget);
        if (!this.#isClosed) return connection;
        connection.socket.destroy();
      } catch (error) {
        failure = error;
      }
    }
    throw failure ?? new Error('The connection was closed.');
  }

  async #connectTo(address: string, { host, port }: BrokerAddress): Promise<Connection> {
    const { tls, sasl } = this.#access;
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const connection = new Connection(CLIENT_ID, {
      ...(sasl !== undefined && { sasl }),
      ...(tls !== undefined && { tls: { ...tls, ...servername } }),
    });
    connection.on('error', (error) => this.#reasons.set(connection, error));
    await connection.connect(address, port);
    return connection;
  }

  #resolve(host: string): Promise<string[]> {
    this.#addresses.checkHost(host);
    if (isIP(host) !== 0) return Promise.resolve([host]);
    return new Promise((resolve, reject) => {
      this.#addresses.lookup(host, { all: true }, (error, found) => {
        if (error !== null) reject(error);
        else resolve((found as LookupAddress[]).map(({ address }) => address));
      });
    });
  }
}
