import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { type EmbeddedEngine, embeddedEngine } from '../../src/port/embedded/embedded-engine.ts';
import { notInstalledReason } from '../../src/port/embedded/installed.ts';
import type { SupervisorEvent } from '../../src/port/embedded/supervisor.ts';
import { MEMORY_MB } from './engine-memory.ts';
import { emptyEngine, sharedEngine } from './shared-engine.ts';

/** Without the optional package, tests of the embedded engine are skipped, except on the platforms of the pipeline. */
export const INSTALLED = notInstalledReason() === undefined;

/** A folder that is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'penstock-engine-'));
}

/** Tests that use the embedded engine that the files of a worker share. It is empty at the start of the first test. */
export function describeWithEngine(name: string, suite: (engine: () => EmbeddedEngine) => void): void {
  describe.runIf(INSTALLED)(name, () => {
    let engine: EmbeddedEngine;
    beforeAll(async () => {
      engine = await sharedEngine();
    });
    afterAll(() => emptyEngine(engine));
    suite(() => engine);
  });
}

/** An embedded engine that stops when the test ends. */
export async function startEngine(
  dataFolder: string = temporaryFolder(),
  onEvent?: (event: SupervisorEvent) => void,
): Promise<EmbeddedEngine> {
  const engine = await embeddedEngine({
    dataFolder,
    memoryMb: MEMORY_MB,
    ...(onEvent !== undefined && { onEvent }),
  });
  onTestFinished(() => engine.close());
  return engine;
}
