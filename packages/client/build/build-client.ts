import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/*
 * Builds the published files of @penstock/client: `dist/esm` and `dist/cjs` with types. The types of the contract are included,
 * so that the package can be installed without @penstock/contract. Other packages of the workspace use `dist/workspace`, which
 * only `tsc -b` writes.
 */

const FORMATS = ['esm', 'cjs'];

const workspace = join(import.meta.dirname, '../../..');
const client = join(workspace, 'packages/client');
/** That of the workspace: `tsc` is an older version here, for the tests, and takes ten times as long. */
const compiler = join(workspace, 'node_modules/typescript/bin/tsc');
const contractTypes = join(workspace, 'packages/contract/dist');

// Removes types of earlier builds, which would be published otherwise.
for (const format of FORMATS) rmSync(join(client, 'dist', format), { recursive: true, force: true });
compile('-b', 'packages/client');
for (const format of FORMATS) compile('-p', `packages/client/tsconfig.${format}.json`);
writeFileSync(join(client, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
for (const format of FORMATS) includeContract(join(client, 'dist', format));

function compile(...options: string[]): void {
  const { status } = spawnSync(process.execPath, [compiler, ...options], {
    cwd: workspace,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`\`tsc ${options.join(' ')}\` failed: fix the reported errors.`);
}

/** Copies the declarations of the contract into a build and lets those of the client refer to them. */
function includeContract(build: string): void {
  const contract = join(build, 'contract');
  cpSync(contractTypes, contract, {
    recursive: true,
    filter: (path) => !/\.(js|map)$/.test(path) && !/(documents|examples)\.d\.ts$/.test(path),
  });
  for (const file of declarations(build)) {
    const path = relative(dirname(file), join(contract, 'index.js'));
    const specifier = path.startsWith('.') ? path : `./${path}`;
    writeFileSync(file, publishable(readFileSync(file, 'utf8'), specifier));
  }
}

function declarations(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.d.ts')).map((file) => join(folder, file));
}

/** The compiler keeps `.ts` in the import specifiers of declarations, but the package contains no such files. */
function publishable(source: string, contract: string): string {
  return source
    .replaceAll(/(['"])@penstock\/contract\1/g, `'${contract}'`)
    .replaceAll(/(['"])(\.{1,2}\/[^'"]+)\.ts\1/g, "'$2.js'")
    .replace(/\n\/\/# sourceMappingURL=.*\n?$/, (line) => (contract === './index.js' ? '' : line));
}
