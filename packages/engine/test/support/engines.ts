import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest';
import { type EmbeddedEngine, embeddedEngine } from '../../src/port/embedded/embedded-engine.ts';
import { notInstalledReason } from '../../src/port/embedded/installed.ts';
import type { SupervisorEvent } from '../../src/port/embedded/supervisor.ts';

/** Without the optional package, tests of the embedded engine are skipped, except on the platforms of the pipeline. */
export const INSTALLED = notInstalledReason() === undefined;

export const MEMORY_MB = 1_000;

/** A folder that is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'penstock-engine-'));
}

/** Tests of one file that share an embedded engine. */
export function describeWithEngine(name: string, suite: (engine: () => EmbeddedEngine) => void): void {
  describe.runIf(INSTALLED)(name, () => {
    const dataFolder = makeFolder();
    let engine: EmbeddedEngine;
    beforeAll(async () => {
      engine = await embeddedEngine({ dataFolder, memoryMb: MEMORY_MB });
    });
    afterAll(async () => {
      await engine?.close();
      rmSync(dataFolder, { recursive: true, force: true });
    });
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
