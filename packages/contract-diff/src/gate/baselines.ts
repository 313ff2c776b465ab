import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { loadDocument } from '../documents/load.ts';
import { UndecidedError } from '../undecided.ts';

const DOCUMENT = /\.(ya?ml|json)$/;
/** The usual name of the approvals file, which is not a document. */
const APPROVALS = 'approved-changes.yaml';

/** Returns the names of the documents in a baseline folder; each must exist in the current folder. */
export async function baselineFiles(
  baseline: string,
  current: string,
  approvals?: string,
): Promise<string[]> {
  const [released, today] = await Promise.all([documentsIn(baseline, approvals), documentsIn(current)]);
  if (released.length === 0) {
    throw new UndecidedError(
      `${baseline} contains no baseline. Create the first one: penstock-contract bless --baseline ${baseline} --current ${current} <file>…`,
    );
  }
  const missing = released.find((file) => !today.includes(file));
  if (missing !== undefined) {
    throw new UndecidedError(
      `${join(baseline, missing)} was released, and ${join(current, missing)} does not exist.`,
    );
  }
  const extensions = new Set(released.map((file) => extname(file)));
  const unknown = today.find(
    (file) =>
      extensions.has(extname(file)) && !released.some((name) => file === name || isFormOf(name, file)),
  );
  if (unknown !== undefined) {
    throw new UndecidedError(
      `${join(current, unknown)} has no baseline. Create one: penstock-contract bless --baseline ${baseline} --current ${current} ${unknown}`,
    );
  }
  return released;
}

/** Whether a file is another form of a released document, such as `management.oneof.yaml` of `management.yaml`. */
function isFormOf(released: string, file: string): boolean {
  const extension = extname(released);
  return file.startsWith(`${released.slice(0, -extension.length)}.`) && file.endsWith(extension);
}

/** The folders and files of a new baseline. */
export interface BlessOptions {
  readonly baseline: string;
  readonly current: string;
  /** Emptied, because the approved changes are released now. */
  readonly approvals?: string;
  /** Names in `current`; by default those that the baseline has. */
  readonly files?: readonly string[];
}

/**
 * Makes the current documents the baseline. Returns their names.
 *
 * @throws {@link UndecidedError} if one of them is not an OpenAPI document; then nothing is written
 */
export async function blessBaseline(options: BlessOptions): Promise<string[]> {
  const { baseline, current, approvals } = options;
  const files = options.files?.length
    ? options.files
    : await documentsIn(baseline, approvals && resolve(approvals));
  if (files.length === 0) {
    throw new UndecidedError(
      `${baseline} contains no baseline yet. Pass the files of ${current} that the first baseline contains.`,
    );
  }
  const texts = await Promise.all(
    files.map(async (file) => {
      await loadDocument(join(current, file));
      return [file, await readFile(join(current, file), 'utf8')] as const;
    }),
  );
  const emptied =
    approvals === undefined
      ? undefined
      : (await readFile(approvals, 'utf8')).replace(/^approvals:[\s\S]*/m, 'approvals: []\n');
  for (const [file, text] of texts) await replace(join(baseline, file), text);
  if (approvals !== undefined && emptied !== undefined) await replace(approvals, emptied);
  return [...files];
}

async function replace(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}

async function documentsIn(folder: string, except?: string): Promise<string[]> {
  const entries = await readdir(folder).catch(() => {
    throw new UndecidedError(`${folder} is not a readable folder. Check the path.`);
  });
  const isDocument = (file: string) =>
    DOCUMENT.test(file) && file !== APPROVALS && resolve(folder, file) !== except;
  return entries.filter(isDocument).sort();
}
