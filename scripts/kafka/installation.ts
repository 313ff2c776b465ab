import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const KAFKA_VERSION = '4.1.0';
const OLDEST_JAVA = 17;

/** Why this machine cannot run Apache Kafka; undefined if it can. In a pipeline, tests fail instead of being skipped. */
export function missingForKafka(): string | undefined {
  if (process.env.CI !== undefined) return undefined;
  return missingJava() ?? missing('mvn', '--version') ?? missing('openssl', 'version');
}

/** The class path of Apache Kafka. The first call on a machine downloads it from Maven Central. */
export async function kafkaClassPath(): Promise<string> {
  const caches = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(caches, 'penstock', 'kafka', KAFKA_VERSION);
  if (!existsSync(folder)) await download(folder);
  return join(folder, '*');
}

async function download(folder: string): Promise<void> {
  const parent = join(folder, '..');
  await mkdir(parent, { recursive: true });
  const work = await mkdtemp(join(parent, 'download-'));
  await writeFile(join(work, 'pom.xml'), POM);
  const args = ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${join(work, 'jars')}`];
  await promisify(execFile)('mvn', args, { cwd: work });
  // Another process may have been faster.
  if (!existsSync(folder)) await rename(join(work, 'jars'), folder);
  await rm(work, { recursive: true });
}

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>penstock</groupId>
  <artifactId>kafka-for-tests</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka_2.13</artifactId>
      <version>${KAFKA_VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

function missingJava(): string | undefined {
  const { error, stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const version = Number(/version "(\d+)/.exec(stderr ?? '')?.[1]);
  if (error === undefined && version >= OLDEST_JAVA) return undefined;
  return `Apache Kafka needs Java ${OLDEST_JAVA} or newer on PATH`;
}

function missing(command: string, argument: string): string | undefined {
  const { error } = spawnSync(command, [argument]);
  return error === undefined ? undefined : `${command} is not on PATH`;
}
