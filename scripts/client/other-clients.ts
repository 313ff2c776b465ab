import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../consumers/command.ts';
import { commandFile, installedVersion } from '../consumers/installed-package.ts';
import { bundlePath, SURFACES } from '../surfaces.ts';

/** A client that somebody else's tool made of a bundle of the contract. */
interface OtherClient {
  name: string;
  /** The file that exports all of it. */
  entry: string;
}

const workspace = join(import.meta.dirname, '../..');

const TOOLS = [
  {
    name: 'redocly generate-client',
    package: '@redocly/cli',
    command: 'redocly',
    parameters: (bundle: string, folder: string) => [
      'generate-client',
      bundle,
      '--output',
      join(folder, 'client.ts'),
    ],
    entry: 'client.ts',
  },
  {
    name: 'hey-api',
    package: '@hey-api/openapi-ts',
    command: 'openapi-ts',
    parameters: (bundle: string, folder: string) => ['--input', bundle, '--output', folder, '--no-log-file'],
    entry: 'index.ts',
  },
];

/** Generates them into `folder`. */
export async function otherClients(folder: string): Promise<OtherClient[]> {
  const clients: OtherClient[] = [];
  for (const { name, package: packageName, command, parameters, entry } of TOOLS) {
    for (const surface of SURFACES) {
      const target = join(folder, `${command}-${surface}`);
      mkdirSync(target);
      const bundle = join(workspace, bundlePath(surface, 'json'));
      const { lines } = await runCommand(
        commandFile(packageName, command),
        parameters(bundle, target),
        target,
      );
      const file = join(target, entry);
      if (!existsSync(file)) throw new Error(`${name} wrote no ${entry}: ${lines.join('\n')}`);
      clients.push({ name: `${name} ${installedVersion(packageName)}, ${surface}`, entry: file });
    }
  }
  return clients;
}
