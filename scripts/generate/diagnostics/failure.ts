import { ContractError, formatDiagnostic } from './diagnostics.ts';

/**
 * The text that a command prints when it fails: the diagnostics of the contract, or the reason why the program itself failed.
 * Never a stack trace.
 */
export function describeFailure(error: unknown, workspace: string, command: string): string {
  if (!(error instanceof ContractError)) return describeCrash(error, command);
  const lines = error.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, workspace));
  return `${lines.join('\n')}\n\n${error.message}. Nothing was written.\n`;
}

/** Any other error than one of the contract. Its author cannot fix it. */
function describeCrash(error: unknown, command: string): string {
  // Redocly adds the stack of its cause to its messages.
  const [reason] = (error instanceof Error ? error.message : String(error)).split('\n\n', 1);
  return `\`${command}\` failed: ${reason}\nThis is a defect of the program, not of the contract. Please open an issue with this message and the change that caused it.\n`;
}
