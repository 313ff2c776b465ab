import type { Bundle } from '../bundle/bundle.ts';
import { ContractError, type Diagnostic, lineAndColumn } from './diagnostics.ts';
import { sourceLocation } from './source-location.ts';

/** Something in a bundle that the generators cannot accept. */
export interface Mistake {
  bundle: Bundle;
  /** The segments of the JSON pointer to it. */
  pointer: string[];
  rule: string;
  message: string;
  advice: string;
}

/** Stops the pipeline if there are mistakes, and says where in the sources each of them is. */
export async function refuseMistakes(mistakes: Mistake[]): Promise<void> {
  if (mistakes.length > 0) throw new ContractError(await Promise.all(mistakes.map(toDiagnostic)));
}

async function toDiagnostic({ bundle, pointer, rule, message, advice }: Mistake): Promise<Diagnostic> {
  return { ...(await placeInSources(bundle, pointer)), rule, message, advice };
}

/** File, line and column of what a pointer into the bundle means. */
export async function placeInSources(bundle: Bundle, pointer: string[]) {
  return lineAndColumn(await sourceLocation(bundle.rootFile, pointer, bundle.files));
}
