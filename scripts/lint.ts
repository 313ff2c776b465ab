import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describeFailure } from './generate/diagnostics/failure.ts';
import { lintContract } from './generate/pipeline.ts';

const HELP = `Usage: node scripts/lint.ts [--root <folder>]

Lints the contract, its sources and its bundles, as \`pnpm generate\` does, and writes nothing. redocly.yaml has the rules.

  --root <folder>  the workspace to lint; this one by default
  --help           print this text
`;

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: join(import.meta.dirname, '..') },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else await lint(resolve(values.root));

async function lint(workspace: string): Promise<void> {
  try {
    await lintContract(workspace);
  } catch (error) {
    process.stderr.write(describeFailure(error, workspace, 'pnpm lint'));
    process.exitCode = 1;
  }
}
