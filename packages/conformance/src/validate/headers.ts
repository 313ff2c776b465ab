import type { ContractOperation } from '../contract-operation.ts';
import type { ApiResponse } from '../session.ts';

/** Returns the violations in the declared headers of a response. Other headers are allowed. */
export function headerViolations(
  { responses, validators }: ContractOperation,
  { status, headers }: ApiResponse,
): string[] {
  const names = responses.get(status)?.headers ?? [];
  const declared = Object.fromEntries(names.map((name) => [name, headers.get(name) ?? undefined]));
  const errors = validators.responseHeaders[status]?.(declared) ?? [];
  return errors.map(({ pointer, code, message }) => {
    const name = names.find((declaredName) => pointer === `/${declaredName.toLowerCase()}`) ?? pointer;
    if (code === 'required') return `The header ${name} is missing.`;
    return `The header ${name} is \`${headers.get(name)}\`, and it ${message}.`;
  });
}
