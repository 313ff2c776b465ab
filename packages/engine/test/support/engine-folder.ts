import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/*
 * Set up once per test run: a folder for the data of the engines that the test files of a worker share. An engine ends with the
 * process of its worker.
 */

declare module 'vitest' {
  interface ProvidedContext {
    enginesFolder: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'penstock-engines-'));
  project.provide('enginesFolder', folder);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
