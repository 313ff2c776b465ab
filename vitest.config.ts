import { statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const conditions = ['@penstock/source'];

/**
 * Each of these files loads its own modules, because it replaces some by `vi.mock`, or runs the tests of other files again. All
 * other files share the modules of a worker.
 */
const withOwnModules = [
  'packages/server/test/engines/express-openapi-validator/{unchecked-requests,validator-engine}.test.ts',
  'packages/server/test/engines/compiled/compiled-validation.test.ts',
];

// Programs that tests start compile their modules once, in the folder that Node.js uses by default.
const compileCache = join(tmpdir(), 'node-compile-cache');

/**
 * Temporary files are in memory, where it is large enough: the databases of the tests sync each write, and on a busy disk that takes
 * as long as everything else together.
 */
const MEMORY = '/dev/shm';
if (process.platform === 'linux' && freeBytes(MEMORY) > 6 * 1024 ** 3) process.env.TMPDIR = MEMORY;

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Tests run on the sources; only the journeys need the built packages. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    env: { NODE_COMPILE_CACHE: compileCache },
    globalSetup: [
      'packages/engine/test/support/engine-folder.ts',
      'packages/site/test/support/site-folder.ts',
      'scripts/kafka/kafka-for-tests.ts',
      'scripts/postgresql/postgresql-for-tests.ts',
    ],
    projects: [
      { extends: true, test: { name: 'own modules', include: withOwnModules } },
      {
        extends: true,
        test: {
          name: 'shared modules',
          // Loading the modules for each file takes about a third of the CPU time.
          isolate: false,
          include: ['packages/*/test/**/*.test.ts', 'scripts/test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...withOwnModules],
        },
      },
    ],
    // By default vitest leaves a core free. One file more than cores, because many tests wait: for a broker, a lease, a window.
    maxWorkers: availableParallelism() + 1,
    // Only a test that hangs ends by these: a process that starts in a second takes a minute on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    reporters: ['default', './scripts/checks/plain-summary.ts'],
  },
});
