import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { SURFACES, type Surface } from '../generate/surfaces.ts';
import { ajvSchemas } from './ajv-schemas.ts';
import type { Consumer, Finding } from './consumer.ts';
import { heyApi } from './hey-api.ts';
import { installedVersion } from './installed-package.ts';
import { KNOWN_LIMITS, type KnownLimit } from './known-limits.ts';
import { kubb } from './kubb.ts';
import { ONE_OF_REJECTED_BY } from './one-of-expectations.ts';
import { openapiSchema } from './openapi-schema.ts';
import { openapiTypescript } from './openapi-typescript.ts';
import { orval } from './orval.ts';
import { redoclyClient } from './redocly-client.ts';

/** A bundle that no tool can read, with the remedy. */
export class BundleError extends Error {
  override readonly name = 'BundleError';
}

/** Slow ones first: then no core waits for the last of them at the end. */
export const CONSUMERS: readonly Consumer[] = [
  kubb,
  heyApi,
  orval,
  redoclyClient,
  openapiTypescript,
  openapiSchema,
  ajvSchemas,
];

type Form = 'flat' | 'oneOf';

/** The two forms of each bundle, and what their files end with: schemas with variants are flat, or a `oneOf` (D-19). */
const SUFFIX: Readonly<Record<Form, string>> = { flat: 'json', oneOf: 'oneof.yaml' };
const FORMS: readonly Form[] = ['flat', 'oneOf'];

/** What one tool made of one bundle. */
export interface Result {
  tool: string;
  version: string;
  surface: Surface;
  form: Form;
  ok: boolean;
  /** Whether the result is the recorded one: every tool accepts the flat form. */
  expected: boolean;
  ms: number;
  findings: Finding[];
  /** The entries of known-limits.ts that excuse what else was found. */
  known: KnownLimit[];
}

export interface Report {
  results: Result[];
  /** Entries of known-limits.ts that excuse nothing. */
  stale: KnownLimit[];
}

/** What takes part; everything, unless a test asks for less. */
interface Selection {
  consumers: readonly Consumer[];
  surfaces: readonly Surface[];
  forms: readonly Form[];
  limits: readonly KnownLimit[];
  /** The names of the tools that do not accept the oneOf form. */
  oneOfRejectedBy: readonly string[];
}

/** Puts the bundles in `bundles` through all tools, side by side, each in a temporary folder of its own. */
export async function checkBundles(
  bundles: string,
  {
    consumers = CONSUMERS,
    surfaces = SURFACES,
    forms = FORMS,
    limits = KNOWN_LIMITS,
    oneOfRejectedBy = ONE_OF_REJECTED_BY,
  }: Partial<Selection> = {},
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'penstock-consumers-'));
  try {
    // One copy for all, should `pnpm generate` run meanwhile.
    for (const form of forms) {
      await mkdir(join(folder, form));
      for (const surface of surfaces) await copyBundle(bundles, surface, form, folder);
    }
    const tasks = consumers.flatMap((consumer) =>
      forms.flatMap((form) =>
        surfaces.map(
          (surface) => () => checkOne(consumer, surface, form, folder, { limits, oneOfRejectedBy }),
        ),
      ),
    );
    const results = await runSideBySide(tasks);
    const used = new Set(results.flatMap(({ known }) => known));
    return { results, stale: limits.filter((limit) => !used.has(limit)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether every tool does what is recorded. */
export function isAsRecorded({ results, stale }: Report): boolean {
  return results.every(({ expected }) => expected) && stale.length === 0;
}

/** As JSON, which all tools read. */
async function copyBundle(bundles: string, surface: Surface, form: Form, folder: string): Promise<void> {
  const document = await readBundle(join(bundles, `${surface}.${SUFFIX[form]}`));
  await writeFile(join(folder, bundleName(surface, form)), JSON.stringify(document));
}

async function readBundle(file: string): Promise<unknown> {
  try {
    const text = await readFile(file, 'utf8');
    return file.endsWith('.json') ? JSON.parse(text) : parse(text);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new BundleError(
      `The bundle ${file} ${isMissing ? 'is missing' : 'cannot be read'}: run \`pnpm generate\`.`,
    );
  }
}

async function checkOne(
  consumer: Consumer,
  surface: Surface,
  form: Form,
  parent: string,
  { limits, oneOfRejectedBy }: Pick<Selection, 'limits' | 'oneOfRejectedBy'>,
): Promise<Result> {
  const folder = await mkdtemp(join(parent, `${surface}-`));
  const begun = performance.now();
  const found = await consumer
    .check({ surface, folder, bundle: join(parent, bundleName(surface, form)) })
    .catch((error: Error) => [{ sentence: 'The tool crashed.', output: error.message }]);
  const ms = Math.round(performance.now() - begun);
  const excuses = limits.filter(
    (limit) => limit.consumer === consumer.name && (limit.surface ?? surface) === surface,
  );
  const findings = found.filter(({ output }) => !excuses.some((limit) => limit.output.test(output)));
  const known = excuses.filter((limit) => found.some(({ output }) => limit.output.test(output)));
  const version = installedVersion(consumer.package);
  const ok = findings.length === 0;
  const expected = ok === (form === 'flat' || !oneOfRejectedBy.includes(consumer.name));
  return { tool: consumer.name, version, surface, form, ok, expected, ms, findings, known };
}

/** As many at a time as there are cores; the results are in the order of the tasks. */
async function runSideBySide<T>(tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = [];
  const queue = tasks.entries();
  const work = async () => {
    for (const [index, task] of queue) results[index] = await task();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

function bundleName(surface: Surface, form: Form): string {
  return join(form, `${surface}.json`);
}
