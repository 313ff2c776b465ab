import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { pythonWithMoto } from './queue-installation.ts';

const REGION = 'us-east-1';

/** Queues of SQS, as moto emulates them, in a process of Python. */
export class QueueServer {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #client: SQSClient;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.url = url;
    const credentials = { accessKeyId: 'moto', secretAccessKey: 'moto' };
    this.#client = new SQSClient({ endpoint: url, region: REGION, credentials });
  }

  /** @throws Error with its output if it ends before it listens */
  static async start(): Promise<QueueServer> {
    const child = spawn(await pythonWithMoto(), ['-m', 'moto.server', '-H', '127.0.0.1', '-p', '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (url !== undefined) resolve(url);
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`moto ended before it listened:\n${output}`)));
    return new QueueServer(child, await promise);
  }

  /** Creates a queue, and returns its URL. */
  async create(): Promise<string> {
    const { QueueUrl = '' } = await this.#client.send(new CreateQueueCommand({ QueueName: randomUUID() }));
    return QueueUrl;
  }

  async send(queue: string, body: string): Promise<void> {
    await this.#client.send(new SendMessageCommand({ QueueUrl: queue, MessageBody: body }));
  }

  /** The number of messages that were not deleted, whether or not a reader has received them. */
  async count(queue: string): Promise<number> {
    const names = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
    const command = new GetQueueAttributesCommand({ QueueUrl: queue, AttributeNames: [...names] });
    const { Attributes: counts = {} } = await this.#client.send(command);
    return names.reduce((sum, name) => sum + Number(counts[name]), 0);
  }

  async stop(): Promise<void> {
    this.#client.destroy();
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
  }
}
