import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { nodeProperties } from './broker-properties.ts';
import { freePorts } from './free-ports.ts';
import { kafkaClassPath } from './installation.ts';
import { accepts } from './listening.ts';
import { formatCommand, writeProperties } from './storage.ts';

/**
 * The Java options for the classes of Kafka. Java reads them from an archive, in which they are verified, so that a broker starts in half
 * the CPU time. The first call on a machine creates the archive from what a broker loads.
 */
export async function classOptions(): Promise<string[]> {
  const classPath = await kafkaClassPath();
  const archive = `${dirname(classPath)}-java-${javaVersion()}.jsa`;
  if (!existsSync(archive)) await create(archive, classPath);
  return [`-XX:SharedArchiveFile=${archive}`, '-cp', classPath];
}

/** Runs a broker until it listens: Java writes the archive when the process ends. */
async function create(archive: string, classPath: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'penstock-kafka-'));
  const written = join(dirname(archive), `${process.pid}.jsa`);
  const [port = 0, controller = 0] = await freePorts(2);
  const file = await writeProperties(folder, {
    ...nodeProperties(1, new Map([[1, controller]]), join(folder, 'data')),
    listeners: `PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controller}`,
  });
  await promisify(execFile)('java', ['-cp', classPath, ...formatCommand(file)]);
  const options = ['-XX:+UseSerialGC', `-XX:ArchiveClassesAtExit=${written}`, '-cp', classPath];
  const broker = spawn('java', [...options, 'kafka.Kafka', file], { stdio: 'ignore' });
  const ended = once(broker, 'exit');
  while (broker.exitCode === null && !(await accepts(port)));
  broker.kill('SIGTERM');
  await ended;
  // Without an archive, brokers only start more slowly.
  if (existsSync(written)) await rename(written, archive);
  await rm(folder, { recursive: true });
}

function javaVersion(): string {
  const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return /version "([\w.]+)/.exec(stderr)?.[1] ?? 'unknown';
}
