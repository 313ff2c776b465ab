import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Readable } from 'node:stream';
import {
  BlobServiceClient,
  ContainerClient,
  newPipeline,
  type RequestPolicyFactory,
} from '@azure/storage-blob';
import { PipeError } from '../../pipe-runtime.ts';
import { quoteText } from '../../port/names.ts';
import type { SourceAddresses } from '../addresses/source-addresses.ts';
import { joinKeys } from './engine-keys.ts';
import { unquoted } from './entity-tag.ts';
import type { ObjectStore } from './object-store.ts';
import { storeError } from './store-error.ts';

/** How to reach a container of Azure Blob Storage. */
export interface AzureAccess {
  readonly connectionString: string;
  readonly container: string;
  readonly addresses: SourceAddresses;
}

const ATTEMPTS = 3;
const RETRY_MS = 200;
const REQUEST_MS = 60_000;

/** @throws PipeError if the connection string is malformed */
export function azureStore({ connectionString, container, addresses }: AzureAccess): ObjectStore {
  const agents = agentsWith(addresses);
  const client = containerOf(connectionString, container, agents);
  const { origin: endpoint, hostname } = new URL(client.url);
  const name = { endpoint, bucket: container };
  const check = () => addresses.checkHost(hostname);

  return {
    bucket: name,
    async *list(prefix, _after, signal) {
      check();
      try {
        // The store cannot start after a key; the caller skips what it has.
        for await (const page of client.listBlobsFlat({ prefix, abortSignal: signal }).byPage())
          yield page.segment.blobItems.map(({ name: key, properties }) => ({
            key,
            etag: unquoted(properties.etag),
            size: properties.contentLength ?? 0,
            modified: properties.lastModified.getTime(),
          }));
      } catch (error) {
        throw storeError(error, name);
      }
    },
    async read({ key, etag }, signal) {
      check();
      try {
        const conditions = { ifMatch: `"${etag}"` };
        const download = await client
          .getBlobClient(key)
          .download(0, undefined, { conditions, abortSignal: signal });
        return download.readableStreamBody as Readable;
      } catch (error) {
        throw storeError(error, name, key);
      }
    },
    isReadable: (key) => !/[*?{},|\\]/.test(key),
    async tableFunction(keys, { format, compression, structure }) {
      await addresses.checkAddresses(hostname).catch((error: unknown) => {
        throw storeError(error, name);
      });
      const texts = [connectionString, container, joinKeys(keys), format, compression, structure];
      return `azureBlobStorage(${texts.map(quoteText).join(', ')})`;
    },
    settings: { azure_sdk_max_retries: ATTEMPTS },
    pathOf: (key) => `${container}/${key}`,
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

interface Agents {
  readonly http: HttpAgent;
  readonly https: HttpsAgent;
}

function agentsWith({ lookup }: SourceAddresses): Agents {
  const options = { keepAlive: true, lookup };
  return { http: new HttpAgent(options), https: new HttpsAgent(options) };
}

function containerOf(connectionString: string, container: string, agents: Agents): ContainerClient {
  try {
    const service = BlobServiceClient.fromConnectionString(connectionString);
    const pipeline = newPipeline(service.credential, {
      retryOptions: { maxTries: ATTEMPTS, retryDelayInMs: RETRY_MS, tryTimeoutInMs: REQUEST_MS },
    });
    pipeline.factories.unshift(connectingWith(agents));
    return new ContainerClient(service.getContainerClient(container).url, pipeline);
  } catch (error) {
    throw new PipeError(
      'authentication_failed',
      'The connection string is malformed. Copy it from the access keys of the storage account.',
      { cause: error },
    );
  }
}

/** Sends requests over agents that check the address of each connection. */
function connectingWith({ http, https }: Agents): RequestPolicyFactory {
  return {
    create: (next) => ({
      sendRequest(request) {
        request.agent = request.url.startsWith('https:') ? https : http;
        return next.sendRequest(request);
      },
    }),
  };
}
