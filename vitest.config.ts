import { configDefaults, defineConfig } from 'vitest/config';

const conditions = ['@penstock/source'];

/** Their files share the loaded modules of a worker, which costs less than half of the CPU time. */
const sharing = ['packages/reference-server/test/**/*.test.ts'];

/** Tests run on the sources; only the journeys need the built packages. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    globalSetup: ['packages/site/test/support/site-folder.ts'],
    projects: [
      { extends: true, test: { name: 'reference server', include: sharing, isolate: false } },
      {
        extends: true,
        test: {
          name: 'everything else',
          include: ['packages/*/test/**/*.test.ts', 'scripts/test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...sharing],
        },
      },
    ],
    // By default vitest leaves a core free, which means one file at a time on two cores.
    maxWorkers: '100%',
    // Only a test that hangs ends by these: a process that starts in a second takes a minute on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    reporters: ['default', './scripts/checks/plain-summary.ts'],
  },
});
