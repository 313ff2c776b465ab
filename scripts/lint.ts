import { runContractCommand } from './generate/contract-command.ts';
import { lintContract } from './generate/pipeline.ts';

const HELP = `Usage: node scripts/lint.ts [--root <folder>]

Lints the contract, its sources and its bundles, as \`pnpm generate\` does, and writes nothing. redocly.yaml has the rules.

  --root <folder>  the workspace to lint; this one by default
  --help           print this text
`;

await runContractCommand({ name: 'pnpm lint', help: HELP, run: lintContract });
