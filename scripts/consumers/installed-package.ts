import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

interface Manifest {
  version: string;
  bin?: string | Record<string, string>;
}

/** The version of a package that is installed for these programs. */
export function installedVersion(name: string): string {
  return readManifest(name).manifest.version;
}

/** The file behind a command of a package, so that it runs on this Node and not on what a shebang finds. */
export function commandFile(name: string, command: string): string {
  const { file, manifest } = readManifest(name);
  const bin = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin?.[command];
  if (bin === undefined) throw new Error(`${name} ${manifest.version} has no command ${command}`);
  return join(dirname(file), bin);
}

function readManifest(name: string): { file: string; manifest: Manifest } {
  const file = findPackageJSON(name, import.meta.url);
  if (file === undefined) throw new Error(`${name} is not installed: run \`pnpm install\``);
  return { file, manifest: JSON.parse(readFileSync(file, 'utf8')) as Manifest };
}
