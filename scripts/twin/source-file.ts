import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, LineCounter, parseDocument } from 'yaml';
import { ContractError } from '../generate/diagnostics/diagnostics.ts';

/** A file of the contract as it is written, and its nodes with their positions in the text. */
export interface SourceFile {
  /** Relative to the workspace, with slashes. */
  path: string;
  text: string;
  document: Document.Parsed;
}

/**
 * Reads a file of the contract.
 *
 * @throws ContractError if the file is missing, or is not YAML
 */
export async function readSource(workspace: string, path: string): Promise<SourceFile> {
  const file = join(workspace, path);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new ContractError([
      {
        file,
        line: 1,
        column: 1,
        rule: 'file',
        message: 'This file is missing, and a source of twins refers to it.',
        advice: 'Add the file, or correct the reference.',
      },
    ]);
  });
  const document = parseDocument(text, { lineCounter: new LineCounter() });
  const [error] = document.errors;
  if (!error) return { path, text, document };
  const { line = 1, col: column = 1 } = error.linePos?.[0] ?? {};
  const message = error.message.split('\n', 1)[0] ?? '';
  throw new ContractError([{ file, line, column, rule: 'yaml', message, advice: 'Correct the YAML.' }]);
}
