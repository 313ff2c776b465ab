import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const clientPackage = join(import.meta.dirname, '../../..');

/** The published form of the package. */
export interface PackedPackage {
  readonly tarball: string;
  /** Creates a project with the package and its dependencies installed. */
  project(files: Readonly<Record<string, string>>): string;
  remove(): void;
}

/** Builds and packs the package like a release. */
export async function packPackage(): Promise<PackedPackage> {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-client-'));
  const copy = join(folder, 'package');
  await run('pnpm', ['pack', '--pack-destination', folder], { cwd: clientPackage });
  const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  await run('tar', ['-xzf', tarball, '-C', folder]);
  let count = 0;
  return {
    tarball,
    project: (files) => {
      const project = join(folder, `project-${count++}`);
      install(copy, project);
      for (const [name, content] of Object.entries(files)) writeFileSync(join(project, name), content);
      return project;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Installs the package without the network. OpenTelemetry is needed by an example in the documentation. */
function install(unpacked: string, project: string): void {
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, '@penstock'), { recursive: true });
  cpSync(unpacked, join(modules, '@penstock/client'), { recursive: true });
  symlinkSync(join(clientPackage, 'node_modules/@opentelemetry'), join(modules, '@opentelemetry'));
  const openapiFetch = realpathSync(join(clientPackage, 'node_modules/openapi-fetch'));
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
    symlinkSync(realpathSync(join(dirname(openapiFetch), name)), join(modules, name));
  }
}
