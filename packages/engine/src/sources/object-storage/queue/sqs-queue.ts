import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SourceAddresses } from '../../addresses/source-addresses.ts';
import type { AwsCredentials } from '../../aws/aws-credentials.ts';
import { awsFailure } from '../../aws/aws-failure.ts';
import { CheckedRequests } from '../../aws/checked-requests.ts';

export interface QueueAccess {
  readonly url: string;
  readonly credentials: AwsCredentials;
  readonly addresses: SourceAddresses;
}

/** The service returns and deletes so many messages per request. */
const MESSAGES_PER_REQUEST = 10;
/** An empty queue responds after this time. */
const WAIT_SECONDS = 2;
/** Messages whose objects are not in the table by then are received again. */
const VISIBILITY_SECONDS = 60;
/** Queues that are not in AWS have no region. */
const ANY_REGION = 'us-east-1';

/** A queue of SQS, with the credentials of a pipe. All methods reject with a `PipeError`. */
export class SqsQueue {
  readonly #url: string;
  readonly #client: SQSClient;

  constructor({ url, credentials, addresses }: QueueAccess) {
    const { origin, hostname } = new URL(url);
    this.#url = url;
    this.#client = new SQSClient({
      endpoint: origin,
      region: /^sqs\.([a-z0-9-]+)\./.exec(hostname)?.[1] ?? ANY_REGION,
      credentials,
      requestHandler: new CheckedRequests(addresses),
    });
  }

  async check(signal: AbortSignal): Promise<void> {
    const command = new GetQueueAttributesCommand({ QueueUrl: this.#url, AttributeNames: ['QueueArn'] });
    await this.#client.send(command, { abortSignal: signal }).catch(this.#explain);
  }

  /** Waits some seconds for messages. It cannot be aborted: the queue would keep back what it was about to return. */
  async receive(most: number): Promise<Message[]> {
    const messages: Message[] = [];
    while (messages.length < most) {
      const command = new ReceiveMessageCommand({
        QueueUrl: this.#url,
        MaxNumberOfMessages: Math.min(most - messages.length, MESSAGES_PER_REQUEST),
        WaitTimeSeconds: messages.length === 0 ? WAIT_SECONDS : 0,
        VisibilityTimeout: VISIBILITY_SECONDS,
      });
      const { Messages: received = [] } = await this.#client.send(command).catch(this.#explain);
      if (received.length === 0) break;
      messages.push(...received);
    }
    return messages;
  }

  /** A message that cannot be deleted is received again. */
  async delete(messages: readonly Message[]): Promise<void> {
    for (const Entries of inRequests(messages))
      await this.#client
        .send(new DeleteMessageBatchCommand({ QueueUrl: this.#url, Entries }))
        .catch(this.#explain);
  }

  /** Lets the next reader receive messages at once. */
  async giveBack(messages: readonly Message[]): Promise<void> {
    for (const entries of inRequests(messages)) {
      const Entries = entries.map((entry) => ({ ...entry, VisibilityTimeout: 0 }));
      const command = new ChangeMessageVisibilityBatchCommand({ QueueUrl: this.#url, Entries });
      await this.#client.send(command).catch(this.#explain);
    }
  }

  close(): void {
    this.#client.destroy();
  }

  readonly #explain = (error: unknown): never => {
    throw awsFailure(error, {
      name: `the queue ${this.#url}`,
      missing: `The queue ${this.#url} does not exist. Check queueUrl and the account, or create the queue.`,
      permissions: 'receive and delete its messages and get its attributes',
    });
  };
}

function inRequests(messages: readonly Message[]): { Id: string; ReceiptHandle: string | undefined }[][] {
  const entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
  return Array.from({ length: Math.ceil(entries.length / MESSAGES_PER_REQUEST) }, (_, request) =>
    entries.slice(request * MESSAGES_PER_REQUEST, (request + 1) * MESSAGES_PER_REQUEST),
  );
}
