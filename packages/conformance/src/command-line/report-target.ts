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

/** A requested report and its destination. */
export interface ReportTarget {
  readonly write: (report: Report) => string;
  /** Standard output if undefined. */
  readonly file?: string;
}

/** Parses `junit=report.xml`, or `junit` for standard output. @throws InvalidArgumentError before any check runs. */
export function reportTarget(text: string, others: readonly ReportTarget[]): ReportTarget[] {
  const [format = '', ...rest] = text.split('=');
  const write = FORMATS[format];
  if (write === undefined)
    throw new InvalidArgumentError(
      `The format ${format} is unknown. The formats are ${Object.keys(FORMATS).join(', ')}.`,
    );
  const file = rest.join('=');
  if (file !== '') {
    requireWritable(file);
    return [...others, { write, file }];
  }
  if (others.some((other) => other.file === undefined))
    throw new InvalidArgumentError(
      'Only one report can go to standard output. Specify a file for the other one.',
    );
  return [...others, { write }];
}

function requireWritable(file: string): void {
  const known = statSync(file, { throwIfNoEntry: false });
  if (known?.isDirectory()) throw new InvalidArgumentError(`${file} is a folder. Specify a file in it.`);
  try {
    accessSync(dirname(file), constants.W_OK);
  } catch {
    throw new InvalidArgumentError(`The folder ${dirname(file)} does not exist, or is not writable.`);
  }
}
