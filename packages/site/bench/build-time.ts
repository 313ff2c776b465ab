import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const PROGRAM = join(import.meta.dirname, '../bin/penstock-site.js');

/** Returns the durations of `penstock-site` in milliseconds. */
export function measureBuild(rounds: number): number[] {
  return Array.from({ length: rounds }, () => {
    const startedAt = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The site cannot be built: ${stderr}`);
    return performance.now() - startedAt;
  });
}
