import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Ends a test run with one plain line, such as `123 passed, 0 failed`, that a script can read. */
export default class PlainSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const states = modules.flatMap(moduleStates);
    const count = (state: string) => states.filter((other) => other === state).length;
    // An error outside of any test fails the run, so the line must count it as failed.
    const failed = count('failed') + unhandledErrors.length;
    const skipped = count('skipped') + count('pending');
    const suffix = skipped === 0 ? '' : `, ${skipped} skipped`;
    process.stdout.write(`${count('passed')} passed, ${failed} failed${suffix}\n`);
  }
}

/** The state of each test; a file that cannot be loaded has no tests, and counts as one that failed. */
function moduleStates(module: TestModule): string[] {
  const states: string[] = [...module.children.allTests()].map((test) => test.result().state);
  const brokenOutsideTests = module.state() === 'failed' && !states.includes('failed');
  return brokenOutsideTests ? [...states, 'failed'] : states;
}
