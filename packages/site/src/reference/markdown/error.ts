import type { Contract } from '../../contract/contract.ts';
import type { Problem } from '../../facts/problem-catalogue.ts';
import { errorPage } from '../../links.ts';
import { codeSpan } from '../../markdown/prose.ts';
import type { SiteFile } from '../../site-file.ts';
import { jsonBlock, markdownDocument } from './document.ts';
import { operationLines } from './lists.ts';

/** Returns the Markdown of an error code. */
export function errorMarkdown(
  { code, status, title, when, action }: Problem,
  { operations }: Contract,
): SiteFile {
  const page = errorPage(code);
  const returned = [...operations.values()].flatMap((operation) =>
    operation.details.errors.filter((error) => error.code === code).map((error) => ({ operation, error })),
  );
  const [first] = returned;
  const affected = [...new Set(returned.map(({ operation }) => operation))];
  return markdownDocument(
    page,
    codeSpan(code),
    [`${status} ${title}.`],
    [
      { title: 'What it means', content: `${when}.` },
      { title: 'What to do', content: `${action}.` },
      { title: 'Example', content: first ? jsonBlock(first.error.value) : '' },
      {
        title: 'Operations that return it',
        content:
          affected.length === operations.size
            ? 'Every operation of both surfaces.'
            : operationLines(page, affected),
      },
    ],
  );
}
