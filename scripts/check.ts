import { CHECKS } from './checks/checks.ts';
import { runChecks } from './checks/run-checks.ts';

runChecks(CHECKS);
