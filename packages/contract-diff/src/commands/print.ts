import { writeFile } from 'node:fs/promises';
import { markdownReport } from '../report/markdown.ts';
import { type Findings, headline } from '../report/report.ts';
import { textReport } from '../report/text.ts';
import { UndecidedError } from '../undecided.ts';

const FORMATS = ['text', 'markdown', 'json'];

/** Refuses a form of report that there is not, before any work is done. */
export function assertFormat(format = 'text'): void {
  if (FORMATS.includes(format)) return;
  throw new UndecidedError(`there is no report ${format}. There are ${FORMATS.join(', ')}.`);
}

/** Prints findings in the form that was asked for, or writes them to a file and says so; `data` is what JSON shows. */
export async function print(
  findings: Findings,
  data: unknown,
  { report = 'text', output }: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const text = render(findings, data, report);
  if (output === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    await writeFile(output, text);
    process.stdout.write(`${headline(findings)}. The report is in ${output}.\n`);
  } catch (error) {
    throw new UndecidedError(
      `the report cannot be written to ${output} (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

function render(findings: Findings, data: unknown, report: string): string {
  if (report === 'json') return `${JSON.stringify(data, undefined, 2)}\n`;
  return report === 'markdown' ? markdownReport(findings) : textReport(findings, process.stdout);
}
