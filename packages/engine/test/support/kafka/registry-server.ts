import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { KeyPair } from '@penstock/kafka/certificates';

interface StoredSchema {
  readonly schema: string;
  readonly schemaType?: string;
  readonly references?: readonly {
    readonly name: string;
    readonly subject: string;
    readonly version: number;
  }[];
}

/** A schema registry with schemas in memory, which requires credentials. */
export class RegistryServer {
  readonly credentials = { username: 'registry-reader', password: 'green-kettle-window' };
  readonly url: string;
  /** How often a schema was read. */
  reads = 0;
  /** Responds with this status instead of a schema. */
  failure: number | undefined;
  readonly #server: Server;
  readonly #schemas = new Map<string, StoredSchema>();

  private constructor(server: Server) {
    this.#server = server;
    this.url = `https://localhost:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) =>
      this.#respond(request.url ?? '', request.headers.authorization, response),
    );
  }

  static async start({ certificate, privateKey }: KeyPair): Promise<RegistryServer> {
    const server = createServer({ cert: certificate, key: privateKey }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new RegistryServer(server);
  }

  register(id: number, schema: StoredSchema): void {
    this.#schemas.set(`/schemas/ids/${id}`, schema);
  }

  registerSubject(subject: string, version: number, schema: StoredSchema): void {
    this.#schemas.set(`/subjects/${subject}/versions/${version}`, schema);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #respond(path: string, authorization: string | undefined, response: ServerResponse): void {
    const { username, password } = this.credentials;
    const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const [status, body] = authorization === expected ? this.#responseTo(path) : [401, { error_code: 401 }];
    response.writeHead(status, { 'content-type': 'application/vnd.schemaregistry.v1+json' });
    response.end(JSON.stringify(body));
  }

  #responseTo(path: string): [status: number, body: unknown] {
    if (path === '/schemas/types') return [200, ['AVRO', 'PROTOBUF']];
    this.reads += 1;
    if (this.failure !== undefined) return [this.failure, { message: 'Internal error' }];
    const schema = this.#schemas.get(path);
    return schema === undefined ? [404, { error_code: 40403, message: 'Schema not found' }] : [200, schema];
  }
}
