import { relative } from 'node:path';
import { removeDrift } from './generate/artefacts.ts';
import { runContractCommand } from './generate/contract-command.ts';
import { contentsOf, findTwinDrift } from './twin/drift.ts';
import { deriveTwins } from './twin/twins.ts';

const HELP = `Usage: pnpm twin [--root <folder>]

Writes the managed twins of the stack from openapi/paths/api-v2: the files in openapi/paths/v1/stack, their envelopes and response
examples, and their path entries in openapi/management.yaml. Removes twins without a source.

  --root <folder>  the workspace to work in; this one by default
  --help           print this text
`;

await runContractCommand({ name: 'pnpm twin', help: HELP, run: writeTwins });

async function writeTwins(workspace: string): Promise<void> {
  const twins = await deriveTwins(workspace);
  const drift = await findTwinDrift(workspace, twins);
  await removeDrift(workspace, contentsOf(twins), drift);
  for (const { path, kind } of drift)
    process.stdout.write(`${kind === 'extra' ? 'removed' : 'written'}  ${relative('.', path)}\n`);
  process.stdout.write(`${twins.length} twins, ${drift.length} files changed\n`);
}
