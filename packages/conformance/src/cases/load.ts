import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Operation, type OperationId, operations } from '@penstock/contract';
import type { Case, CaseText, GivenText, Step } from './case.ts';
import { type CaseFile, readCaseFile } from './case-file.ts';
import { CaseMistakes, type Mistake } from './mistake.ts';
import { neededBy } from './needs.ts';
import { faultsOfStep } from './step-rules.ts';
import { managedTwin } from './twins.ts';

/** Where the folder of the kit is: src/ and dist/ are both one level below the package. */
const CASES = join(import.meta.dirname, '../../cases');

/**
 * The cases of a folder, `<operationId>/<what>.yaml`, in the order of their names. A case about an operation of the stack
 * becomes two, one for each surface.
 *
 * @throws CaseMistakes with every mistake of every file.
 */
export function loadCases(folder: string = CASES): Case[] {
  const mistakes: Mistake[] = [];
  const given = new Map<string, LoadedGiven>();
  for (const file of filesOf(folder, 'given')) {
    const read = readCaseFile('given', file, readFileSync(join(folder, file), 'utf8'));
    if (Array.isArray(read)) mistakes.push(...read);
    else given.set(whatOf(file), { file, ...read });
  }
  const cases = foldersOf(folder).flatMap((operationId) =>
    filesOf(folder, operationId).flatMap((file) => {
      const read = readCaseFile('case', file, readFileSync(join(folder, file), 'utf8'));
      if (Array.isArray(read)) {
        mistakes.push(...read);
        return [];
      }
      const found = mistakesOf(operationId, file, read, given);
      mistakes.push(...found);
      return found.length > 0 ? [] : casesOf(operationId as OperationId, file, read, given);
    }),
  );
  if (mistakes.length > 0) throw new CaseMistakes(unlike(mistakes));
  return cases;
}

type LoadedGiven = CaseFile<GivenText> & { readonly file: string };
type AllGiven = ReadonlyMap<string, LoadedGiven>;

function foldersOf(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'given')
    .map(({ name }) => name)
    .sort();
}

function filesOf(folder: string, below: string): string[] {
  const names = readdirSync(join(folder, below), { withFileTypes: true });
  return names
    .filter((entry) => entry.isFile() && entry.name.endsWith('.yaml'))
    .map(({ name }) => `${below}/${name}`)
    .sort();
}

function whatOf(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.yaml$/, '');
}

function mistakesOf(
  operationId: string,
  file: string,
  { text, lineOf }: CaseFile<CaseText>,
  given: AllGiven,
): Mistake[] {
  if (!Object.hasOwn(operations, operationId))
    return [
      { file, line: 1, message: `The folder ${operationId} is no operation; rename it, or move the case.` },
    ];
  const used = givenOf(text.given ?? [], given);
  if (used.unknown !== undefined) {
    const message = `There is no ${used.unknown} in cases/given; it has ${[...given.keys()].join(', ') || 'nothing'}.`;
    return [{ file, line: lineOf(['given']), message }];
  }
  const parts = [...used.files, { file, text, lineOf }];
  const names = new Set<string>();
  const mistakes = parts.flatMap((part) => stepMistakes(part, names));
  if (mistakes.length > 0 || parts.some((part) => part.text.steps.some(({ send }) => send === operationId)))
    return mistakes;
  const message = `No step sends ${operationId}; move the case to another folder.`;
  return [{ file, line: lineOf(['steps']), message }];
}

/** Adds what the steps save to the names. */
function stepMistakes({ file, text, lineOf }: LoadedGiven, names: Set<string>): Mistake[] {
  return text.steps.flatMap((step, index) => {
    const faults = faultsOfStep(step, names);
    if (step.save !== undefined) names.add(step.save);
    return faults.map(({ place, message }) => ({ file, line: lineOf(['steps', index, ...place]), message }));
  });
}

/** The files that these names stand for, those that they name themselves before them, and each once. */
function givenOf(
  names: readonly string[],
  given: AllGiven,
  seen = new Set<string>(),
): { files: LoadedGiven[]; unknown?: string } {
  const files: LoadedGiven[] = [];
  for (const name of names) {
    if (seen.has(name)) continue;
    seen.add(name);
    const file = given.get(name);
    if (file === undefined) return { files, unknown: name };
    const before = givenOf(file.text.given ?? [], given, seen);
    files.push(...before.files, file);
    if (before.unknown !== undefined) return { files, unknown: before.unknown };
  }
  return { files };
}

/** The case on every surface that it is about. */
function casesOf(
  operationId: OperationId,
  file: string,
  { text, lineOf }: CaseFile<CaseText>,
  given: AllGiven,
): Case[] {
  const parts = [...givenOf(text.given ?? [], given).files, { file, text, lineOf }];
  const steps = parts.flatMap((part) =>
    part.text.steps.map((step, index) => ({
      ...step,
      send: step.send as OperationId,
      at: `cases/${part.file}:${part.lineOf(['steps', index])}`,
    })),
  );
  const twin = managedTwin(operationId);
  const itself = { ...text, operationId, steps };
  const both =
    twin === undefined ? [itself] : [itself, { ...itself, operationId: twin, steps: steps.map(onManaged) }];
  return both
    .filter((one) => text.surface === undefined || surfaceOf(one.operationId) === text.surface)
    .map(({ title, source, needs = [], ...one }) => ({
      name: `${one.operationId}/${whatOf(file)}`,
      operationId: one.operationId,
      title,
      source,
      steps: one.steps,
      needs: neededBy(one.steps, needs),
    }));
}

function onManaged(step: Step): Step {
  return { ...step, send: managedTwin(step.send) ?? step.send };
}

function surfaceOf(operationId: OperationId) {
  const { surface }: Operation = operations[operationId];
  return surface;
}

/** A file of `given` is looked at with every case that names it. */
function unlike(mistakes: readonly Mistake[]): Mistake[] {
  return [...new Map(mistakes.map((mistake) => [JSON.stringify(mistake), mistake])).values()];
}
