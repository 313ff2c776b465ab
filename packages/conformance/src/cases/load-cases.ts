import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Operation, type OperationId, operations, type Surface, twinOf } from '@penstock/contract';
import type { Case, CaseText, Step } from './case.ts';
import { type CaseFile, readCaseFile } from './case-file.ts';
import { CaseFileError, type Diagnostic } from './diagnostic.ts';
import { type GivenFile, type GivenFiles, givenFor, UnknownGiven } from './given.ts';
import { neededBy } from './required-capabilities.ts';
import { diagnosticsOfStep } from './step-rules.ts';

/** The cases of the kit: src/ and dist/ are both one level below the package. */
const CASES = join(import.meta.dirname, '../../cases');

/** `<operationId>/<name>.yaml` or `given/<name>.yaml`. */
const FILE = /^([^/]+)\/([^/]+)\.yaml$/;

/**
 * Loads the cases of a folder, in the order of their names. A case about an operation of the stack becomes two, one per
 * surface.
 *
 * @throws CaseFileError with every diagnostic of every file.
 */
export function loadCases(folder: string = CASES): Case[] {
  const files = yamlFilesOf(folder);
  const diagnostics: Diagnostic[] = files.filter((file) => !FILE.test(file)).map(misplaced);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');

  const given = new Map<string, GivenFile>();
  for (const { file, name } of fileNamesOf(files).filter(isGiven)) {
    const text = readCaseFile('given', file, read(file));
    if (Array.isArray(text)) diagnostics.push(...text);
    else given.set(name, { file, ...text });
  }
  const cases = fileNamesOf(files)
    .filter((fileName) => !isGiven(fileName))
    .flatMap((fileName) => {
      const text = readCaseFile('case', fileName.file, read(fileName.file));
      const found = Array.isArray(text) ? text : diagnosticsOf(fileName, text, given);
      diagnostics.push(...found);
      return Array.isArray(text) || found.length > 0 ? [] : casesOf(fileName, text, given);
    });
  if (diagnostics.length > 0) throw new CaseFileError(eachOnce(diagnostics));
  return cases;
}

/** A file by the two parts of its name. */
interface CaseFileName {
  readonly file: string;
  readonly folder: string;
  readonly name: string;
}

function yamlFilesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.ya?ml$/.test(file))
    .sort();
}

function fileNamesOf(files: readonly string[]): CaseFileName[] {
  return files.flatMap((file) => {
    const [, folder, name] = FILE.exec(file) ?? [];
    return folder === undefined || name === undefined ? [] : [{ file, folder, name }];
  });
}

function isGiven({ folder }: CaseFileName): boolean {
  return folder === 'given';
}

function misplaced(file: string): Diagnostic {
  return {
    file,
    line: 1,
    message: 'A case file is named <operationId>/<name>.yaml. Move or rename the file.',
  };
}

function diagnosticsOf(
  { file, folder }: CaseFileName,
  read: CaseFile<CaseText>,
  given: GivenFiles,
): Diagnostic[] {
  if (!Object.hasOwn(operations, folder))
    return [
      { file, line: 1, message: `The folder ${folder} is not an operation. Rename it, or move the case.` },
    ];
  try {
    const parts = [...givenFor(read.text.given ?? [], given), { file, ...read }];
    const names = new Set<string>();
    const diagnostics = parts.flatMap((part) => stepDiagnostics(part, names));
    if (diagnostics.length > 0 || parts.some(({ text }) => text.steps.some(({ send }) => send === folder)))
      return diagnostics;
    const message = `No step sends ${folder}. Move the case to another folder.`;
    return [{ file, line: read.lineOf(['steps']), message }];
  } catch (error) {
    if (!(error instanceof UnknownGiven)) throw error;
    return [{ file, line: read.lineOf(['given']), message: error.message }];
  }
}

/** Adds the names that the steps save. */
function stepDiagnostics({ file, text, lineOf }: GivenFile, names: Set<string>): Diagnostic[] {
  return text.steps.flatMap((step, index) => {
    const found = diagnosticsOfStep(step, names);
    if (step.save !== undefined) names.add(step.save);
    return found.map(({ path, message }) => ({ file, line: lineOf(['steps', index, ...path]), message }));
  });
}

/** Returns the case on every surface that it covers. */
function casesOf({ file, folder, name }: CaseFileName, read: CaseFile<CaseText>, given: GivenFiles): Case[] {
  const { title, source, surface, needs = [] } = read.text;
  const steps = [...givenFor(read.text.given ?? [], given), { file, ...read }].flatMap(stepsOf);
  const operationId = folder as OperationId;
  const twin = managedTwinOf(operationId);
  const itself = { operationId, steps };
  const both = twin === undefined ? [itself] : [itself, { operationId: twin, steps: steps.map(onManaged) }];
  return both
    .filter((one) => surface === undefined || surfaceOf(one.operationId) === surface)
    .map((one) => ({
      ...one,
      name: `${one.operationId}/${name}`,
      title,
      source,
      needs: neededBy(one.steps, needs),
    }));
}

function stepsOf({ file, text, lineOf }: GivenFile): Step[] {
  return text.steps.map((step, index) => ({
    ...step,
    send: step.send as OperationId,
    at: `cases/${file}:${lineOf(['steps', index])}`,
  }));
}

function onManaged(step: Step): Step {
  return { ...step, send: managedTwinOf(step.send) ?? step.send };
}

/** The operation under `/v1` that does the same; undefined for others (D-40). */
function managedTwinOf(operationId: OperationId): OperationId | undefined {
  return surfaceOf(operationId) === 'observability' ? twinOf(operationId) : undefined;
}

function surfaceOf(operationId: OperationId): Surface {
  const { surface }: Operation = operations[operationId];
  return surface;
}

/** A fixture is validated with every case that names it. */
function eachOnce(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(diagnostics.map((diagnostic) => [JSON.stringify(diagnostic), diagnostic])).values()];
}
