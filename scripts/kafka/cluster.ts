import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrokerProcess } from './broker-process.ts';
import { nodeProperties } from './broker-properties.ts';
import { freePorts } from './free-ports.ts';

const NODES = [1, 2, 3];

/** Three brokers without TLS. */
export class Cluster {
  readonly brokers: ReadonlyMap<number, BrokerProcess>;
  readonly #folder: string;

  private constructor(brokers: ReadonlyMap<number, BrokerProcess>, folder: string) {
    this.brokers = brokers;
    this.#folder = folder;
  }

  static async start(): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'penstock-kafka-'));
    const ports = await freePorts(2 * NODES.length);
    const voters = new Map(NODES.map((node) => [node, ports.pop() as number]));
    const brokers = new Map<number, BrokerProcess>();
    for (const [node, controller] of voters) {
      const port = ports.pop() as number;
      const own = join(folder, `${node}`);
      await mkdir(own);
      const properties = {
        ...nodeProperties(node, voters, join(own, 'data')),
        listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}`,
        'advertised.listeners': `PLAINTEXT://localhost:${port}`,
        // The others notice a broker that was killed after this time.
        'broker.session.timeout.ms': 3_000,
        'broker.heartbeat.interval.ms': 500,
      };
      brokers.set(node, await BrokerProcess.format(own, port, properties));
    }
    const cluster = new Cluster(brokers, folder);
    await cluster.startAll();
    return cluster;
  }

  get addresses(): string {
    return [...this.brokers.values()].map(({ port }) => `localhost:${port}`).join(',');
  }

  async startAll(): Promise<void> {
    await Promise.all([...this.brokers.values()].map((broker) => broker.start()));
  }

  async killAll(): Promise<void> {
    await Promise.all([...this.brokers.values()].map((broker) => broker.kill()));
  }

  async end(): Promise<void> {
    await this.killAll();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
