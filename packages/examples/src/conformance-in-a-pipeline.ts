/*
 * Checks a server against the contract, writes a JUnit report and ends with the exit code of the kit: 0 conforms, 1 does
 * not conform, 2 no result. Further arguments go to the kit, such as `--operation getAlert`.
 * Run: pnpm -C packages/examples exec node src/conformance-in-a-pipeline.ts, with the variables in the README.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { requiredVariable } from './required-variable.ts';

const REPORT = 'conformance.xml';
const RESULTS = ['conforms', 'does not conform'];

// The kit reads the credentials from the same variables as the other examples.
const { status } = spawnSync(
  'penstock-conformance',
  [requiredVariable('PENSTOCK_URL'), '--report', `junit=${REPORT}`, ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
const exitCode = status ?? 2;
console.log(`Result: ${RESULTS[exitCode] ?? 'none'}.`);
if (existsSync(REPORT)) {
  const checks = readFileSync(REPORT, 'utf8').match(/<testcase /g) ?? [];
  console.log(`${REPORT} has ${checks.length} checks. Upload it as a test report.`);
}
process.exitCode = exitCode;
