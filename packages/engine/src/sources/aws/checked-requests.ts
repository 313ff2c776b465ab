import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { NodeHttp2Handler, NodeHttpHandler } from '@smithy/node-http-handler';
import type { SourceAddresses } from '../addresses/source-addresses.ts';

const CONNECT_MS = 10_000;
const IDLE_MS = 60_000;

/** Sends the requests of a client of AWS over HTTP/1.1, to hosts that sources may have. */
export class CheckedRequests extends NodeHttpHandler {
  readonly #addresses: SourceAddresses;

  constructor(addresses: SourceAddresses) {
    const { lookup } = addresses;
    super({
      httpAgent: new HttpAgent({ keepAlive: true, lookup }),
      httpsAgent: new HttpsAgent({ keepAlive: true, lookup }),
      connectionTimeout: CONNECT_MS,
      requestTimeout: IDLE_MS,
    });
    this.#addresses = addresses;
  }

  override async handle(
    ...[request, options]: Parameters<NodeHttpHandler['handle']>
  ): ReturnType<NodeHttpHandler['handle']> {
    this.#addresses.checkHost(request.hostname);
    return await super.handle(request, options);
  }
}

/** The same over HTTP/2, for responses that are streams of events. */
export class CheckedStreams extends NodeHttp2Handler {
  readonly #addresses: SourceAddresses;

  /** @param silentMs a connection without any data for so long has failed */
  constructor(addresses: SourceAddresses, silentMs: number) {
    super({ requestTimeout: silentMs, nodeHttp2ConnectOptions: { lookup: addresses.lookup } });
    this.#addresses = addresses;
  }

  override async handle(
    ...[request, options]: Parameters<NodeHttp2Handler['handle']>
  ): ReturnType<NodeHttp2Handler['handle']> {
    this.#addresses.checkHost(request.hostname);
    return await super.handle(request, options);
  }
}
