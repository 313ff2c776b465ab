import { describe, inject } from 'vitest';
import { missingForKafka } from './installation.ts';
import type { SharedBroker } from './shared-broker.ts';

/** Tests that need Apache Kafka and an engine. Where they cannot run, they are skipped, and the title contains the reason. */
export function describeKafka(title: string, missingEngine: string | undefined, tests: () => void): void {
  const missing = missingEngine ?? missingForKafka();
  describe.skipIf(missing !== undefined)(
    missing === undefined ? title : `${title} (skipped: ${missing})`,
    tests,
  );
}

/** The broker that all files of a run share. The first call starts it. */
export async function sharedBroker(): Promise<SharedBroker> {
  const response = await fetch(inject('kafkaUrl'));
  if (!response.ok) throw new Error(`The broker did not start: ${await response.text()}`);
  return (await response.json()) as SharedBroker;
}
