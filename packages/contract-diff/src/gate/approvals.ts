import { readFile } from 'node:fs/promises';
import { parseYaml } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Change } from '../change.ts';
import { UndecidedError } from '../undecided.ts';

/** An approved breaking change, with the last day of the approval. */
export interface Approval {
  /** The document without its extension, such as `management`. */
  readonly document: string;
  readonly pointer: string;
  readonly rule: string;
  /** The fingerprint of the change: another change at the same pointer is not approved with it. */
  readonly change: string;
  readonly reason: string;
  readonly by: string;
  /** The last day of the approval, in UTC, such as `2026-12-31`. */
  readonly expires: string;
}

/**
 * Reads approvals.
 *
 * @throws {@link UndecidedError} if the file is missing or is invalid against `approved-changes.schema.json`
 */
export async function readApprovals(file: string): Promise<Approval[]> {
  const content = parse(await read(file), file);
  const schema = JSON.parse(
    await readFile(new URL('../../schemas/approved-changes.schema.json', import.meta.url), 'utf8'),
  );
  const ajv = new Ajv2020({ allErrors: true });
  formats.default(ajv);
  const validate = ajv.compile<{ approvals: Approval[] }>(schema);
  if (validate(content)) return content.approvals;
  const errors = (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `  ${instancePath || '/'} ${message}${params.additionalProperty ? ` (${params.additionalProperty})` : ''}`,
  );
  throw new UndecidedError(
    `${file} is invalid against its schema:\n${errors.join('\n')}\nAn approval has document, pointer, rule, change, reason, by and expires; the report prints one to copy.`,
  );
}

/** Returns an entry for a change, for the approver to complete. */
export function approvalFor(document: string, { pointer, rule, fingerprint }: Change): string {
  return [
    `  - document: ${JSON.stringify(document)}`,
    `    pointer: ${JSON.stringify(pointer)}`,
    `    rule: ${rule}`,
    `    change: ${JSON.stringify(fingerprint)}`,
    '    reason: ',
    '    by: ',
    '    expires: ',
  ].join('\n');
}

/** Whether an approval matches this change. */
export function isOf(approval: Approval, document: string, change: Change): boolean {
  return (
    approval.document === document &&
    approval.pointer === change.pointer &&
    approval.rule === change.rule &&
    approval.change === change.fingerprint
  );
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UndecidedError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}). If there are no approvals, it must contain \`approvals: []\`.`,
    );
  }
}

function parse(text: string, file: string): unknown {
  try {
    return parseYaml(text);
  } catch (error) {
    throw new UndecidedError(`${file} is not YAML: ${(error as Error).message.split('\n')[0]}`);
  }
}
