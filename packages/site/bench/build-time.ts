import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '../bin/penstock-site.js');

/** How long `penstock-site` takes, from its start to its end, in milliseconds. */
export function measureBuild(rounds: number): number[] {
  return Array.from({ length: rounds }, () => {
    const begun = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The site cannot be built: ${stderr}`);
    return performance.now() - begun;
  });
}
