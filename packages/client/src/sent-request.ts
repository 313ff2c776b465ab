import type { OperationId } from '@penstock/contract';
import type { OutgoingRequest } from './attempt.ts';
import type { RequestEvent } from './hooks.ts';
import { redacted } from './redaction.ts';

/** An attempt as hooks see it. A class, because its getter costs nothing there, and an object of its own is made for each. */
export class SentRequest implements RequestEvent {
  declare readonly operationId: OperationId | undefined;
  declare readonly method: string;
  declare readonly path: string;
  declare readonly url: string;
  declare readonly attempt: number;
  declare readonly headers: Record<string, string>;
  readonly #body: string | undefined;

  constructor({ operationId, method, path, url, body }: OutgoingRequest, attempt: number) {
    this.operationId = operationId;
    this.method = method;
    this.path = path;
    this.url = url;
    this.attempt = attempt;
    this.headers = {};
    this.#body = body;
  }

  get body(): unknown {
    return redacted(this.#body);
  }
}
