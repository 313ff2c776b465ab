import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Operation, type OperationId, operations, type Surface } from '@penstock/contract';
import type { Case, CaseText, Step } from './case.ts';
import { type CaseFile, readCaseFile } from './case-file.ts';
import { type GivenFile, type GivenFiles, givenFor, UnknownGiven } from './given.ts';
import { CaseMistakes, type Mistake } from './mistake.ts';
import { neededBy } from './needs.ts';
import { faultsOfStep } from './step-rules.ts';
import { managedTwin } from './twins.ts';

/** The cases of the kit: src/ and dist/ are both one level below the package. */
const CASES = join(import.meta.dirname, '../../cases');

/** `<operationId>/<what>.yaml` or `given/<name>.yaml`. */
const FILE = /^([^/]+)\/([^/]+)\.yaml$/;

/**
 * The cases of a folder, in the order of their names. A case about an operation of the stack becomes two, one for each
 * surface.
 *
 * @throws CaseMistakes with every mistake of every file.
 */
export function loadCases(folder: string = CASES): Case[] {
  const files = yamlFilesOf(folder);
  const mistakes: Mistake[] = files.filter((file) => !FILE.test(file)).map(misplaced);
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');

  const given = new Map<string, GivenFile>();
  for (const { file, what } of placesOf(files).filter(isGiven)) {
    const text = readCaseFile('given', file, read(file));
    if (Array.isArray(text)) mistakes.push(...text);
    else given.set(what, { file, ...text });
  }
  const cases = placesOf(files)
    .filter((place) => !isGiven(place))
    .flatMap((place) => {
      const text = readCaseFile('case', place.file, read(place.file));
      const found = Array.isArray(text) ? text : mistakesOf(place, text, given);
      mistakes.push(...found);
      return Array.isArray(text) || found.length > 0 ? [] : casesOf(place, text, given);
    });
  if (mistakes.length > 0) throw new CaseMistakes(eachOnce(mistakes));
  return cases;
}

/** A file by the two parts of its name. */
interface FilePlace {
  readonly file: string;
  readonly folder: string;
  readonly what: string;
}

function yamlFilesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.ya?ml$/.test(file))
    .sort();
}

function placesOf(files: readonly string[]): FilePlace[] {
  return files.flatMap((file) => {
    const [, folder, what] = FILE.exec(file) ?? [];
    return folder === undefined || what === undefined ? [] : [{ file, folder, what }];
  });
}

function isGiven({ folder }: FilePlace): boolean {
  return folder === 'given';
}

function misplaced(file: string): Mistake {
  return { file, line: 1, message: 'A case is named <operationId>/<what>.yaml; move or rename the file.' };
}

function mistakesOf({ file, folder }: FilePlace, read: CaseFile<CaseText>, given: GivenFiles): Mistake[] {
  if (!Object.hasOwn(operations, folder))
    return [{ file, line: 1, message: `The folder ${folder} is no operation; rename it, or move the case.` }];
  try {
    const parts = [...givenFor(read.text.given ?? [], given), { file, ...read }];
    const names = new Set<string>();
    const mistakes = parts.flatMap((part) => stepMistakes(part, names));
    if (mistakes.length > 0 || parts.some(({ text }) => text.steps.some(({ send }) => send === folder)))
      return mistakes;
    const message = `No step sends ${folder}; move the case to another folder.`;
    return [{ file, line: read.lineOf(['steps']), message }];
  } catch (error) {
    if (!(error instanceof UnknownGiven)) throw error;
    return [{ file, line: read.lineOf(['given']), message: error.message }];
  }
}

/** Adds what the steps save to the names. */
function stepMistakes({ file, text, lineOf }: GivenFile, names: Set<string>): Mistake[] {
  return text.steps.flatMap((step, index) => {
    const faults = faultsOfStep(step, names);
    if (step.save !== undefined) names.add(step.save);
    return faults.map(({ place, message }) => ({ file, line: lineOf(['steps', index, ...place]), message }));
  });
}

/** The case on every surface that it is about. */
function casesOf({ file, folder, what }: FilePlace, read: CaseFile<CaseText>, given: GivenFiles): Case[] {
  const { title, source, surface, needs = [] } = read.text;
  const steps = [...givenFor(read.text.given ?? [], given), { file, ...read }].flatMap(stepsOf);
  const operationId = folder as OperationId;
  const twin = managedTwin(operationId);
  const itself = { operationId, steps };
  const both = twin === undefined ? [itself] : [itself, { operationId: twin, steps: steps.map(onManaged) }];
  return both
    .filter((one) => surface === undefined || surfaceOf(one.operationId) === surface)
    .map((one) => ({
      ...one,
      name: `${one.operationId}/${what}`,
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
  return { ...step, send: managedTwin(step.send) ?? step.send };
}

function surfaceOf(operationId: OperationId): Surface {
  const { surface }: Operation = operations[operationId];
  return surface;
}

/** A file of `given` is looked at with every case that names it. */
function eachOnce(mistakes: readonly Mistake[]): Mistake[] {
  return [...new Map(mistakes.map((mistake) => [JSON.stringify(mistake), mistake])).values()];
}
