import { writeFile } from 'node:fs/promises';
import { markdownReport } from '../report/markdown.ts';
import { type Findings, headline } from '../report/report.ts';
import { textReport } from '../report/text.ts';
import { UndecidedError } from '../undecided.ts';

const FORMATS = ['text', 'markdown', 'json'];

/** Rejects an unknown report format before the comparison starts. */
export function assertFormat(format = 'text'): void {
  if (FORMATS.includes(format)) return;
  throw new UndecidedError(`the report format ${format} is unknown. The formats are ${FORMATS.join(', ')}.`);
}

/** Prints findings in the requested format, or writes them to a file; `data` is the content of a JSON report. */
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
