import type { Bundle } from '../bundle/bundle.ts';
import { ContractError, type Diagnostic, lineAndColumn } from './diagnostics.ts';
import { sourceLocation } from './source-location.ts';

/** An error in a bundle that the generators cannot accept. */
export interface BundleDiagnostic {
  bundle: Bundle;
  /** The segments of the JSON pointer to it. */
  pointer: string[];
  rule: string;
  message: string;
  advice: string;
}

/** Throws the diagnostics, each with its location in the sources; returns if there are none. */
export async function throwDiagnostics(diagnostics: BundleDiagnostic[]): Promise<void> {
  if (diagnostics.length > 0) throw new ContractError(await Promise.all(diagnostics.map(toDiagnostic)));
}

async function toDiagnostic({
  bundle,
  pointer,
  rule,
  message,
  advice,
}: BundleDiagnostic): Promise<Diagnostic> {
  return { ...(await locationInSources(bundle, pointer)), rule, message, advice };
}

/** File, line and column of what a pointer into the bundle means. */
export async function locationInSources(bundle: Bundle, pointer: string[]) {
  return lineAndColumn(await sourceLocation(bundle.rootFile, pointer, bundle.files));
}
