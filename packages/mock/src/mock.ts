import type { RequestListener } from 'node:http';
import type { OpenApiDocument } from '@penstock/contract/reader';
import { listen } from '@penstock/server';
import { createMockApp } from './app.ts';
import { packagedContract } from './contract/packaged-contract.ts';
import { DEFAULT_HOST, DEFAULT_PORT } from './defaults.ts';

export interface MockOptions {
  /** The address to listen on. Default: 127.0.0.1. */
  readonly host?: string | undefined;
  /** The port to listen on. Default: 4010. 0 takes a free one. */
  readonly port?: number | undefined;
  /** Bundled OpenAPI documents to serve. Default: those of the contract package. */
  readonly documents?: readonly OpenApiDocument[] | undefined;
}

export interface Mock {
  /** The base URL, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  /**
   * Serves other documents from now on. Requests that have started get their responses from the previous documents.
   *
   * @throws Error (rejects) if the documents cannot be served; then nothing changes.
   */
  use(documents: readonly OpenApiDocument[]): Promise<void>;
  /** Closes every connection and frees the port. */
  close(): Promise<void>;
}

/** Starts a server of both surfaces that responds with the examples of the contract. */
export async function startMock({
  host = DEFAULT_HOST,
  port = DEFAULT_PORT,
  documents = packagedContract(),
}: MockOptions = {}): Promise<Mock> {
  let app: RequestListener = await createMockApp(documents);
  const { url, close } = await listen((request, response) => app(request, response), { host, port });
  return {
    url,
    use: async (others) => {
      app = await createMockApp(others);
    },
    close: () => close(0),
  };
}
