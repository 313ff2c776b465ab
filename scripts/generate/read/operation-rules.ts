import type { Mistake } from '../diagnostics/bundle-diagnostics.ts';
import type { BundledOperation } from './operations.ts';

/** What the generators require of operations beyond what the linter has proven; names and marks it has. */
export function operationMistakes(operations: BundledOperation[]): Mistake[] {
  return [...operations.flatMap(statusMistakes), ...duplicateMistakes(operations)];
}

function statusMistakes(written: BundledOperation): Mistake[] {
  const statuses = [...written.responses.keys()];
  const inexact = statuses.filter((status) => !/^[1-5]\d\d$/.test(status));
  return inexact.map((status) => {
    const message = `${written.operationId} declares the response \`${status}\`.`;
    return mistake(
      written,
      ['responses', status],
      'exact-status',
      message,
      'Declare each status by its number.',
    );
  });
}

/** The linter looks at one document at a time; the table holds both. */
function duplicateMistakes(operations: BundledOperation[]): Mistake[] {
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
    return [mistake(written, ['operationId'], 'operation-id-unique', message, advice)];
  });
}

function mistake(
  { bundle, path, method }: BundledOperation,
  pointer: string[],
  rule: string,
  message: string,
  advice: string,
): Mistake {
  return { bundle, pointer: ['paths', path, method, ...pointer], rule, message, advice };
}

function describe({ bundle, method, path }: BundledOperation): string {
  return `${method.toUpperCase()} ${path} (${bundle.surface})`;
}
