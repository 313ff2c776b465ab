import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { classOptions } from './class-archive.ts';
import { accepts } from './listening.ts';
import { formatCommand, type Properties, writeProperties } from './storage.ts';

const JAVA_OPTIONS = ['-Xms64m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto'];

/** Runs a program that ends with the process that started it: when its input closes. */
const ENDS_WITH_PARENT =
  'exec 3<&0; "$@" 3<&- & program=$!; (cat <&3 >/dev/null; kill -9 $program) & wait $program';

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
    const file = await writeProperties(folder, properties);
    const java = [...JAVA_OPTIONS, ...(await classOptions())];
    await promisify(execFile)('java', [...java, ...formatCommand(file), ...formatOptions]);
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
