import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { styleText } from 'node:util';

/** What must hold before a test is worth running, in the order in which a mistake is cheapest to see. */
const CHECKS: readonly { readonly name: string; readonly command: string; readonly advice: string }[] = [
  {
    name: 'generated files are what openapi/ says',
    command: 'node scripts/generate.ts --check',
    advice: 'run `pnpm generate`',
  },
  { name: 'format and lint', command: 'biome check --error-on-warnings .', advice: 'run `pnpm format`' },
  { name: 'packages compile', command: 'tsc -b', advice: 'mend what the compiler names' },
  {
    name: 'the contract breaks nobody unasked',
    command: 'node --run check:breaking',
    advice: 'revert it, find a compatible way, or approve it: openapi/baselines/README.md says how',
  },
  {
    name: 'tests and scripts compile',
    command: 'tsc -p tsconfig.tests.json',
    advice: 'mend what the compiler names',
  },
  {
    name: 'nothing is unused',
    command: 'knip',
    advice: 'remove what nobody uses, or use it',
  },
  {
    name: 'the reference site builds',
    command: 'node packages/site/bin/penstock-site.js',
    advice: 'mend what it names',
  },
];

process.exitCode = CHECKS.every(passes) ? 0 : 1;

/** Runs one check; its output is shown only if it fails. */
function passes({ name, command, advice }: (typeof CHECKS)[number]): boolean {
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(command, {
    shell: true,
    encoding: 'utf8',
    cwd: join(import.meta.dirname, '..'),
    maxBuffer: 64 * 1024 * 1024,
  });
  const time = `${Math.round(performance.now() - begun)} ms`.padStart(8);
  if (status === 0) {
    process.stdout.write(`${styleText('dim', time, { stream: process.stdout })}  ${name}\n`);
    return true;
  }
  process.stdout.write(`${time}  ${styleText('red', `FAILED: ${name}`, { stream: process.stdout })}\n\n`);
  process.stdout.write(`${stdout}${stderr}\n\`${command}\` failed: ${advice}.\n`);
  return false;
}
