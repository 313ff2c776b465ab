import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { jsonReport } from '../reports/json.ts';
import { junitReport } from '../reports/junit.ts';
import { markdownReport } from '../reports/markdown.ts';
import type { Report } from '../reports/report.ts';

const FORMATS: Readonly<Record<string, (report: Report) => string>> = {
  junit: junitReport,
  markdown: markdownReport,
  json: jsonReport,
};

/** A report that is wanted, and where. */
export interface ReportTarget {
  readonly write: (report: Report) => string;
  /** Standard output if there is none. */
  readonly file?: string;
}

/** `junit=report.xml`, or `junit` for standard output. @throws InvalidArgumentError before anything is run */
export function reportTarget(text: string, others: readonly ReportTarget[]): ReportTarget[] {
  const [format = '', ...rest] = text.split('=');
  const write = FORMATS[format];
  if (write === undefined)
    throw new InvalidArgumentError(
      `There is no format ${format}. Formats are ${Object.keys(FORMATS).join(', ')}.`,
    );
  const file = rest.join('=');
  if (file !== '') {
    requireWritable(file);
    return [...others, { write, file }];
  }
  if (others.some((other) => other.file === undefined))
    throw new InvalidArgumentError('Standard output has room for one report. Name a file for the other one.');
  return [...others, { write }];
}

function requireWritable(file: string): void {
  const known = statSync(file, { throwIfNoEntry: false });
  if (known?.isDirectory()) throw new InvalidArgumentError(`${file} is a folder. Name a file in it.`);
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch {
    throw new InvalidArgumentError(`The folder ${dirname(file)} is not there, or cannot be written to.`);
  }
}
