import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A client that another tool has generated from a bundle of the contract. */
interface OtherClient {
  name: string;
  /** The file that exports the client. */
  entry: string;
}

interface Tool {
  name: string;
  package: string;
  /** The program, relative to the folder of the package. */
  program: string;
  parameters(bundle: string, folder: string): string[];
  entry: string;
}

const SURFACES = ['management', 'observability'];

const TOOLS: Tool[] = [
  {
    name: 'redocly generate-client',
    package: '@redocly/cli',
    program: 'bin/cli.js',
    parameters: (bundle, folder) => ['generate-client', bundle, '--output', join(folder, 'client.ts')],
    entry: 'client.ts',
  },
  {
    name: 'hey-api',
    package: '@hey-api/openapi-ts',
    program: 'bin/run.js',
    parameters: (bundle, folder) => ['--input', bundle, '--output', folder, '--no-log-file'],
    entry: 'index.ts',
  },
];

/** Generates them into `folder`. */
export function otherClients(folder: string): OtherClient[] {
  return TOOLS.flatMap((tool) => SURFACES.map((surface) => generateClient(tool, surface, folder)));
}

function generateClient(tool: Tool, surface: string, folder: string): OtherClient {
  const manifest = findPackageJSON(tool.package, import.meta.url);
  if (manifest === undefined) throw new Error(`${tool.package} is not installed: run \`pnpm install\`.`);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const target = join(folder, `${tool.name.replaceAll(' ', '-')}-${surface}`);
  mkdirSync(target);
  const bundle = fileURLToPath(import.meta.resolve(`@penstock/contract/openapi/${surface}.json`));
  const program = join(dirname(manifest), tool.program);
  execFileSync(process.execPath, [program, ...tool.parameters(bundle, target)], {
    cwd: target,
    env: {
      ...process.env,
      DO_NOT_TRACK: '1',
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
    stdio: 'pipe',
  });
  return { name: `${tool.name} ${version}, ${surface}`, entry: join(target, tool.entry) };
}
