import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const FILES = [
  '*package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  '.pnpmfile.cjs',
  'scripts/require-node.cjs',
];

/** Installs the dependencies of this workspace elsewhere, with an empty store and cache: all of them, then without chdb. */
export function measureInstall(): { readonly what: string; readonly seconds: number }[] {
  return [
    { what: 'installation, empty store and cache', seconds: install([]) },
    {
      what: 'the same without chdb',
      seconds: install(['--config.ignoredOptionalDependencies=chdb', '--no-frozen-lockfile']),
    },
  ];
}

function install(flags: readonly string[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'penstock-install-'));
  const workspace = join(folder, 'workspace');
  try {
    const files = execFileSync('git', ['ls-files', '-z', ...FILES], { cwd: ROOT, encoding: 'utf8' });
    for (const file of files.split('\0').filter((name) => name !== '')) {
      mkdirSync(dirname(join(workspace, file)), { recursive: true });
      cpSync(join(ROOT, file), join(workspace, file));
    }
    const begun = performance.now();
    const directories = [
      `--store-dir=${join(folder, 'store')}`,
      `--config.cacheDir=${join(folder, 'cache')}`,
    ];
    execFileSync('npx', ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile', ...directories, ...flags], {
      cwd: workspace,
      stdio: 'ignore',
    });
    return (performance.now() - begun) / 1000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
