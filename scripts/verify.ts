import { CHECKS, PROMISES } from './checks/checks.ts';
import { runChecks } from './checks/run-checks.ts';

/** Everything that a pipeline gates on, without a network. `pnpm test` runs all tests instead, and takes longer. */
runChecks([...CHECKS, ...PROMISES]);
