import type { Contract } from '../contract/contract.ts';
import { operationList } from '../facts/operations.ts';
import { type Problem, problemCatalogue, problemTable } from '../facts/problem-catalogue.ts';
import { codeSpan, table } from '../markdown/prose.ts';

/** Replaces the rows of the problem catalogue with sections. */
export function problemSections(text: string, contract: Contract): string {
  const catalogue = problemCatalogue(contract);
  const overview = table(
    ['status', 'codes'],
    [...Map.groupBy(catalogue, ({ status }) => status)].map(([status, codes]) => [
      String(status),
      codes.map(({ code }) => codeSpan(code)).join(', '),
    ]),
  );
  const sections = catalogue.map((problem) => problemSection(problem, contract));
  return text.replace(problemTable, () => `${overview}\n\n${sections.join('\n\n')}\n`);
}

function problemSection({ code, status, title, when, action }: Problem, contract: Contract): string {
  return `### ${code}

**${status}** ${title}.

${when}. **What to do:** ${action}.

${returnedBy(code, contract)}`;
}

/** A list of up to this many exceptions is shorter than the list of operations. */
const FEW = 8;

function returnedBy(code: string, contract: Contract): string {
  const [returning, others] = partition([...contract.operations.values()], ({ problems }) =>
    problems.has(code),
  );
  if (others.length === 0) return 'Returned by every operation.';
  if (returning.length === 0) return 'Returned by no operation: the code concerns unknown paths and methods.';
  if (others.length <= FEW)
    return `Returned by every operation except:\n\n${operationList(contract, others)}`;
  return `Returned by:\n\n${operationList(contract, returning)}`;
}

function partition<T>(all: readonly T[], test: (one: T) => boolean): [matching: T[], others: T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}
