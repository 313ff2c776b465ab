import { defineConfig } from 'vitest/config';

const conditions = ['@penstock/source'];

/** Unit and contract tests run on the sources; only the journeys need the built packages. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'scripts/**/test/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: ['default', './scripts/plain-summary.ts'],
  },
});
