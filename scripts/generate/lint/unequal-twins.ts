import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findTwinDrift } from '../../twin/drift.ts';
import { deriveTwins, type Twin } from '../../twin/twins.ts';
import type { Drift } from '../artefacts.ts';
import { ContractError, type Diagnostic } from '../diagnostics/diagnostics.ts';

/** The rule of guidelines/style.md that managed twins of the stack are equal to their sources. */
export const TWINS = { number: 'P21', id: 'twins' } as const;

/** Twins that differ from what `pnpm twin` writes. */
export async function findUnequalTwins(workspace: string): Promise<Diagnostic[]> {
  const twins = await deriveTwins(workspace).catch((error: unknown) => {
    // The linter reports sources that are missing or broken.
    if (error instanceof ContractError) return undefined;
    throw error;
  });
  if (!twins) return [];
  const drift = await findTwinDrift(workspace, twins);
  return Promise.all(drift.map((one) => describe(workspace, twins, one)));
}

async function describe(
  workspace: string,
  twins: readonly Twin[],
  { path, kind }: Drift,
): Promise<Diagnostic> {
  const { source = '', content = '' } = twins.find((twin) => twin.path === path) ?? {};
  const file = join(workspace, kind === 'missing' ? source : path);
  const messages: Record<Drift['kind'], string> = {
    missing: `${path}, the managed twin of this file, is missing. Run \`pnpm twin\`, which writes it.`,
    stale: `This file differs from its source ${source}. Change only the source, and run \`pnpm twin\`.`,
    extra:
      'This managed twin has no source. Add its source to openapi/paths/api-v2, and run `pnpm twin`, which removes twins without a source.',
  };
  return {
    file,
    line: kind === 'stale' ? firstChange(await readFile(file, 'utf8'), content) : 1,
    column: 1,
    rule: `penstock/${TWINS.id}`,
    message: messages[kind],
    advice: `See openapi/guidelines/style.md, ${TWINS.number}`,
  };
}

/** The first line of a text that differs from the expected one. */
function firstChange(text: string, expected: string): number {
  const [lines, others] = [text.split('\n'), expected.split('\n')];
  return lines.findIndex((line, index) => line !== others[index]) + 1 || lines.length;
}
