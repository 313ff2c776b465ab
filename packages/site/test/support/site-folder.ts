import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/*
 * Set up once per test run: a folder in which the first test that needs the site builds it for all others.
 */

declare module 'vitest' {
  interface ProvidedContext {
    siteFolder: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'penstock-site-'));
  project.provide('siteFolder', folder);
  return () => rm(folder, { recursive: true, force: true });
}
