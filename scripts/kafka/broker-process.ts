import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { kafkaClassPath } from './installation.ts';

const JAVA_OPTIONS = ['-Xms64m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto'];

/** Runs a program that ends with the process that started it: when its input closes. */
const ENDS_WITH_PARENT =
  'exec 3<&0; "$@" 3<&- & program=$!; (cat <&3 >/dev/null; kill -9 $program) & wait $program';

export type Properties = Readonly<Record<string, string | number>>;

/** A broker with its storage, which outlives its process. */
export class BrokerProcess {
  readonly port: number;
  readonly #command: readonly string[];
  readonly #logFile: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, command: readonly string[], logFile: string) {
    this.port = port;
    this.#command = command;
    this.#logFile = logFile;
  }

  /** @param port the port on which the broker listens when it is ready */
  static async format(
    folder: string,
    port: number,
    properties: Properties,
    formatOptions: readonly string[] = [],
  ): Promise<BrokerProcess> {
    const file = join(folder, 'server.properties');
    const lines = Object.entries(properties).map(([name, value]) => `${name}=${value}`);
    await writeFile(file, lines.join('\n'));
    const java = [...JAVA_OPTIONS, '-cp', await kafkaClassPath()];
    const format = ['kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', file, ...formatOptions];
    await promisify(execFile)('java', [...java, ...format]);
    return new BrokerProcess(port, ['java', ...java, 'kafka.Kafka', file], join(folder, 'output.txt'));
  }

  /** Has no effect on a broker that runs. */
  async start(): Promise<void> {
    if (this.#process?.exitCode === null) return;
    const output = openSync(this.#logFile, 'a');
    const child = spawn('sh', ['-c', ENDS_WITH_PARENT, 'sh', ...this.#command], {
      stdio: ['pipe', output, output],
    });
    this.#process = child;
    while (!(await accepts(this.port))) {
      if (child.exitCode !== null) throw new Error(`Kafka ended: ${await readFile(this.#logFile, 'utf8')}`);
      await setTimeout(100);
    }
  }

  /** Ends the process at once, as a crash would. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null) return;
    child.stdin?.end();
    await once(child, 'exit');
    this.#process = undefined;
  }
}

const CLUSTER_ID = 'cGVuc3RvY2stdGVzdHMtMQ';

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
