import type { Contract } from '../contract/contract.ts';
import { operationList } from '../facts/operations.ts';
import { type Problem, problemCatalogue, problemTable } from '../facts/problem-catalogue.ts';
import { codeSpan, table } from '../markdown/prose.ts';

/** The catalogue of problem codes with a section for each code instead of a row. */
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

${answeredBy(code, contract)}`;
}

/** Exceptions are named where there are few of them: a long list says less than its rule. */
const FEW = 8;

function answeredBy(code: string, contract: Contract): string {
  const [answering, others] = partition([...contract.operations.values()], ({ problems }) =>
    problems.has(code),
  );
  if (others.length === 0) return 'Answered by every operation.';
  if (answering.length === 0)
    return 'Answered by no operation: it is about paths and methods that there are not.';
  if (others.length <= FEW) return `Answered by every operation except\n\n${operationList(contract, others)}`;
  return `Answered by\n\n${operationList(contract, answering)}`;
}

function partition<T>(all: readonly T[], test: (one: T) => boolean): [fitting: T[], others: T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}
