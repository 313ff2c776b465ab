import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ContractError } from '../diagnostics/diagnostics.ts';
import type { FieldList } from './contract-reader.ts';

/** The fields of `openapi/specification/fields.yaml`. */
export interface SpecifiedFields {
  readonly groups: readonly FieldList[];
}

/** Reads the list of the fields that the specification has. */
export async function readSpecifiedFields(workspace: string): Promise<SpecifiedFields> {
  const file = join(workspace, 'openapi/specification/fields.yaml');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    const message = 'This file is missing, and the bundles mark what it does not list.';
    throw new ContractError([
      { file, line: 1, column: 1, rule: 'file', message, advice: 'Restore the file.' },
    ]);
  });
  return parse(text) as SpecifiedFields;
}
