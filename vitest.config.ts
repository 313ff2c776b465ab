import { defineConfig } from 'vitest/config';

const conditions = ['@penstock/source'];

/** Unit and contract tests run on the sources; only the journeys need the built packages. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    globalSetup: ['packages/site/test/support/site-folder.ts'],
    include: ['packages/*/test/**/*.test.ts', 'scripts/test/**/*.test.ts'],
    // By itself vitest leaves a core free, which on two cores means one file at a time.
    maxWorkers: '100%',
    // Processes and databases that start are a matter of a second, and of thirty on a machine that is busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // How long a state may take to arrive is no matter of a test; a machine may be busy.
    expect: { poll: { timeout: 15_000 } },
    reporters: ['default', './scripts/checks/plain-summary.ts'],
  },
});
