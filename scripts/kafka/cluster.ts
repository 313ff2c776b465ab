import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrokerProcess } from './broker-process.ts';
import { nodeProperties } from './broker-properties.ts';
import { freePorts } from './free-ports.ts';

/** The node that is also the controller, and the one that can be killed alone. */
const [FIRST, SECOND] = [1, 2];

/** Two brokers without TLS. */
export class Cluster {
  readonly #brokers: ReadonlyMap<number, BrokerProcess>;
  readonly #folder: string;
  /** The number of the broker that can be killed while the other one keeps the cluster. */
  readonly expendable = SECOND;

  private constructor(brokers: ReadonlyMap<number, BrokerProcess>, folder: string) {
    this.#brokers = brokers;
    this.#folder = folder;
  }

  static async start(): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'penstock-kafka-'));
    const [controller = 0, ...ports] = await freePorts(3);
    const brokers = new Map<number, BrokerProcess>();
    for (const [index, node] of [FIRST, SECOND].entries()) {
      const port = ports[index] as number;
      const own = join(folder, `${node}`);
      await mkdir(own);
      const listeners = [`PLAINTEXT://127.0.0.1:${port}`];
      if (node === FIRST) listeners.push(`CONTROLLER://127.0.0.1:${controller}`);
      const properties = {
        ...nodeProperties(node, new Map([[FIRST, controller]]), join(own, 'data')),
        ...(node !== FIRST && { 'process.roles': 'broker' }),
        listeners: listeners.join(','),
        'advertised.listeners': `PLAINTEXT://localhost:${port}`,
        'offsets.topic.replication.factor': 2,
        'transaction.state.log.replication.factor': 2,
        // The controller notices a broker that was killed after this time.
        'broker.session.timeout.ms': 3_000,
        'broker.heartbeat.interval.ms': 500,
      };
      brokers.set(node, await BrokerProcess.format(own, port, properties));
    }
    const cluster = new Cluster(brokers, folder);
    await Promise.all([...brokers.values()].map((broker) => broker.start()));
    return cluster;
  }

  get addresses(): string {
    return [...this.#brokers.values()].map(({ port }) => `localhost:${port}`).join(',');
  }

  async startFirst(): Promise<void> {
    await this.#brokers.get(FIRST)?.start();
  }

  async killExpendable(): Promise<void> {
    await this.#brokers.get(SECOND)?.kill();
  }

  async killAll(): Promise<void> {
    await Promise.all([...this.#brokers.values()].map((broker) => broker.kill()));
  }

  async end(): Promise<void> {
    await this.killAll();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
