import { type RequestOptions, request } from 'node:https';
import type { PipeDefinition, PipeSecrets } from '../../../pipe.ts';
import { PipeError } from '../../../pipe-runtime.ts';
import type { SourceAddresses } from '../../addresses/source-addresses.ts';

type RegistryDefinition = NonNullable<NonNullable<PipeDefinition['source']['kafka']>['schemaRegistry']>;

/** A schema as the registry returns it. */
export interface RegisteredSchema {
  readonly schema: string;
  /** AVRO if it is absent. */
  readonly schemaType?: string;
  readonly references?: readonly SchemaReference[];
}

/** A schema that another one uses by its name. */
export interface SchemaReference {
  readonly name: string;
  readonly subject: string;
  readonly version: number;
}

const TIMEOUT_MS = 10_000;
const LONGEST_SCHEMA_BYTES = 4 * 1024 * 1024;
/** The registry responded, and knows no such schema. A 404 without this code comes from something that is no registry. */
const NOT_FOUND_CODES = [40401, 40402, 40403];

/** A schema registry. Schemas never change, so each one is read once. */
export class SchemaRegistry {
  readonly #definition: RegistryDefinition;
  readonly #credentials: PipeSecrets['schemaRegistryCredentials'];
  readonly #addresses: SourceAddresses;
  readonly #schemas = new Map<number, RegisteredSchema>();

  constructor(
    definition: RegistryDefinition,
    credentials: PipeSecrets['schemaRegistryCredentials'],
    addresses: SourceAddresses,
  ) {
    this.#definition = definition;
    this.#credentials = credentials;
    this.#addresses = addresses;
  }

  /**
   * The schema with an id; undefined if the registry does not know it.
   *
   * @throws PipeError if the registry cannot be asked
   */
  async schema(id: number): Promise<RegisteredSchema | undefined> {
    const known = this.#schemas.get(id);
    if (known !== undefined) return known;
    const schema = await this.#get(`schemas/ids/${id}`);
    if (schema !== undefined) this.#schemas.set(id, schema);
    return schema;
  }

  async referenced({ subject, version }: SchemaReference): Promise<RegisteredSchema | undefined> {
    return await this.#get(`subjects/${encodeURIComponent(subject)}/versions/${version}`);
  }

  /** @throws PipeError if the registry does not respond or rejects the credentials */
  async check(): Promise<void> {
    await this.#request('schemas/types');
  }

  async #get(path: string): Promise<RegisteredSchema | undefined> {
    const { status, text } = await this.#request(path);
    const body = parse(text);
    if (status === 404 && NOT_FOUND_CODES.includes(Number(body?.error_code))) return undefined;
    if (status !== 200 || typeof body?.schema !== 'string') throw this.#failure(status);
    return body as unknown as RegisteredSchema;
  }

  async #request(path: string): Promise<{ status: number; text: string }> {
    const url = new URL(this.#definition.url);
    url.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
    this.#addresses.checkHost(url.hostname);
    const { caCertificate } = this.#definition;
    const credentials = this.#credentials;
    const response = await send(url, {
      headers: { accept: 'application/vnd.schemaregistry.v1+json, application/json' },
      lookup: this.#addresses.lookup,
      timeout: TIMEOUT_MS,
      ...(caCertificate !== undefined && { ca: caCertificate }),
      ...(credentials !== undefined && { auth: `${credentials.username}:${credentials.password}` }),
    }).catch((error: Error) => {
      if (error instanceof PipeError) throw error;
      throw new PipeError(
        'source_unreachable',
        `The schema registry ${url.origin} cannot be reached: ${error.message.replace(/\.$/, '')}.`,
        { cause: error },
      );
    });
    if (response.status === 401 || response.status === 403)
      throw new PipeError(
        'authentication_failed',
        `The schema registry ${url.origin} rejected its credentials (${response.status}).`,
      );
    if (response.status >= 500) throw this.#failure(response.status);
    return response;
  }

  #failure(status: number): PipeError {
    const { origin } = new URL(this.#definition.url);
    return new PipeError(
      'source_unreachable',
      `The schema registry ${origin} responded with the status ${status} and no schema. Check its URL and its logs.`,
    );
  }
}

function send(url: URL, options: RequestOptions): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > LONGEST_SCHEMA_BYTES) response.destroy(new Error('its response is larger than 4 MiB'));
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error(`it did not respond within ${TIMEOUT_MS / 1000} s`)));
    sent.on('error', reject);
    sent.end();
  });
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
