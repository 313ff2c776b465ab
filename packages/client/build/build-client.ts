import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/*
 * Builds what @penstock/client publishes: `dist/esm` and `dist/cjs`, each with its types. The types of the contract go along,
 * so that the package needs no other package of ours.
 */

const workspace = join(import.meta.dirname, '../../..');
const client = join(workspace, 'packages/client');
const contractTypes = join(workspace, 'packages/contract/dist');

// Types of another build would stay, and be published.
rmSync(join(client, 'dist'), { recursive: true, force: true });
compile('-b', 'packages/client');
compile('-p', 'packages/client/tsconfig.cjs.json');
writeFileSync(join(client, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
for (const format of ['esm', 'cjs']) bringContract(join(client, 'dist', format));

function compile(...options: string[]): void {
  const { status } = spawnSync('tsc', options, { cwd: workspace, stdio: 'inherit' });
  if (status !== 0) throw new Error(`\`tsc ${options.join(' ')}\` failed: mend what it names.`);
}

/** Copies the declarations of the contract into a build and lets those of the client refer to them. */
function bringContract(build: string): void {
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

/** The compiler leaves `.ts` in the specifiers of declarations; there is none of these files in the package. */
function publishable(source: string, contract: string): string {
  return source
    .replaceAll(/(['"])@penstock\/contract\1/g, `'${contract}'`)
    .replaceAll(/(['"])(\.{1,2}\/[^'"]+)\.ts\1/g, "'$2.js'")
    .replace(/\n\/\/# sourceMappingURL=.*\n?$/, (line) => (contract === './index.js' ? '' : line));
}
