import { describe } from 'vitest';
import { missingForKafka } from './installation.ts';

const missing = missingForKafka();

/** Tests that need Apache Kafka. Where it cannot run, they are skipped, and the title says why. */
export function describeKafka(title: string, tests: () => void): void {
  describe.skipIf(missing !== undefined)(
    missing === undefined ? title : `${title} (skipped: ${missing})`,
    tests,
  );
}
