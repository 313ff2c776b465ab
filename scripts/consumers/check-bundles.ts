import { cp, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { SURFACES, type Surface } from '../generate/surfaces.ts';
import { ajvSchemas } from './ajv-schemas.ts';
import type { Consumer, Finding } from './consumer.ts';
import { heyApi } from './hey-api.ts';
import { installedVersion } from './installed-package.ts';
import { KNOWN_LIMITS, type KnownLimit } from './known-limits.ts';
import { kubb } from './kubb.ts';
import { openapiSchema } from './openapi-schema.ts';
import { openapiTypescript } from './openapi-typescript.ts';
import { orval } from './orval.ts';
import { redoclyClient } from './redocly-client.ts';

/** Slow ones first: then no core waits for the last of them at the end. */
const CONSUMERS: readonly Consumer[] = [
  kubb,
  heyApi,
  orval,
  redoclyClient,
  openapiTypescript,
  openapiSchema,
  ajvSchemas,
];

/** What one tool made of one bundle. */
export interface Result {
  tool: string;
  version: string;
  surface: Surface;
  ok: boolean;
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
  limits: readonly KnownLimit[];
}

/** Puts both bundles in `bundles` through all tools, side by side, each in a temporary folder of its own. */
export async function checkBundles(
  bundles: string,
  { consumers = CONSUMERS, limits = KNOWN_LIMITS }: Partial<Selection> = {},
): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'penstock-consumers-'));
  try {
    // One copy for all, should `pnpm generate` run meanwhile.
    for (const name of SURFACES.map(bundleName)) await cp(join(bundles, name), join(folder, name));
    const tasks = consumers.flatMap((consumer) =>
      SURFACES.map((surface) => () => checkOne(consumer, surface, folder, limits)),
    );
    const results = await runSideBySide(tasks);
    const used = new Set(results.flatMap(({ known }) => known));
    return { results, stale: limits.filter((limit) => !used.has(limit)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkOne(
  consumer: Consumer,
  surface: Surface,
  parent: string,
  limits: readonly KnownLimit[],
): Promise<Result> {
  const folder = await mkdtemp(join(parent, `${surface}-`));
  const begun = performance.now();
  const found = await consumer
    .check({ surface, folder, bundle: join(parent, bundleName(surface)) })
    .catch((error: Error) => [{ sentence: 'The tool crashed.', output: error.message }]);
  const ms = Math.round(performance.now() - begun);
  const excuses = limits.filter(
    (limit) => limit.consumer === consumer.name && (limit.surface ?? surface) === surface,
  );
  const findings = found.filter(({ output }) => !excuses.some((limit) => limit.output.test(output)));
  const known = excuses.filter((limit) => found.some(({ output }) => limit.output.test(output)));
  const version = installedVersion(consumer.package);
  return { tool: consumer.name, version, surface, ok: findings.length === 0, ms, findings, known };
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

function bundleName(surface: Surface): string {
  return `${surface}.json`;
}
