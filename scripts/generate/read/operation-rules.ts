import type { BundleDiagnostic } from '../diagnostics/bundle-diagnostics.ts';
import type { BundledOperation } from './operations.ts';

/** What the generators require of operations beyond what the linter has proven; names and marks it has. */
export function operationDiagnostics(operations: BundledOperation[]): BundleDiagnostic[] {
  return [...operations.flatMap(statusDiagnostics), ...duplicateDiagnostics(operations)];
}

function statusDiagnostics(written: BundledOperation): BundleDiagnostic[] {
  const statuses = [...written.responses.keys()];
  const inexact = statuses.filter((status) => !/^[1-5]\d\d$/.test(status));
  return inexact.map((status) => {
    const message = `${written.operationId} declares the response \`${status}\`.`;
    return diagnosticAt(
      written,
      ['responses', status],
      'exact-status',
      message,
      'Declare each status by its number.',
    );
  });
}

/** The linter looks at one document at a time; the table contains both. */
function duplicateDiagnostics(operations: BundledOperation[]): BundleDiagnostic[] {
  const first = new Map<string, BundledOperation>();
  return operations.flatMap((written) => {
    const { operationId } = written;
    const other = first.get(operationId);
    if (!other) {
      first.set(operationId, written);
      return [];
    }
    const message = `operationId ${operationId} is used twice: ${describe(other)} and ${describe(written)}.`;
    const advice = 'Rename one of the two; on the management surface `Stack` marks the managed twin.';
    return [diagnosticAt(written, ['operationId'], 'operation-id-unique', message, advice)];
  });
}

/** A diagnostic inside of an operation. */
export function diagnosticAt(
  { bundle, path, method }: BundledOperation,
  pointer: string[],
  rule: string,
  message: string,
  advice: string,
): BundleDiagnostic {
  return { bundle, pointer: ['paths', path, method, ...pointer], rule, message, advice };
}

function describe({ bundle, method, path }: BundledOperation): string {
  return `${method.toUpperCase()} ${path} (${bundle.surface})`;
}
