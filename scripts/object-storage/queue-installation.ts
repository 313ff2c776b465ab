import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MOTO_VERSION = '5.2.1';
const PACKAGES = [`moto[sqs]==${MOTO_VERSION}`, 'flask==3.1.3', 'flask-cors==6.0.2'];

/** Why this machine cannot run queues; undefined if it can. In a pipeline, tests fail instead of being skipped. */
export function missingForQueues(): string | undefined {
  if (process.env.CI !== undefined) return undefined;
  const { status } = spawnSync('python3', ['-c', 'import ensurepip, venv']);
  return status === 0 ? undefined : 'queues need Python 3 with venv on PATH';
}

/** The Python that has moto. The first call on a machine installs it from PyPI. */
export async function pythonWithMoto(): Promise<string> {
  const caches = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(caches, 'penstock', 'moto', MOTO_VERSION);
  const python = join(folder, 'bin', 'python');
  const complete = join(folder, 'complete');
  if (!existsSync(complete)) {
    await rm(folder, { recursive: true, force: true });
    await install(folder, python);
    await writeFile(complete, '');
  }
  return python;
}

async function install(folder: string, python: string): Promise<void> {
  const run = promisify(execFile);
  await mkdir(join(folder, '..'), { recursive: true });
  await run('python3', ['-m', 'venv', folder]);
  // Python compiles the few modules that it loads when it loads them.
  const options = ['--quiet', '--disable-pip-version-check', '--no-compile'];
  await run(python, ['-m', 'pip', 'install', ...options, ...PACKAGES]);
}
