import { expect, test } from 'vitest';
import { openEngine } from '../../src/runtime/engine.ts';
import { createLogger } from '../../src/telemetry/logger.ts';

const SETTINGS = {
  dataFolder: '/nowhere',
  engine: undefined,
  engineUser: undefined,
  enginePassword: undefined,
  engineCluster: undefined,
  engineInsertQuorum: undefined,
  engineMemoryMb: undefined,
};

test.each([
  [{ engineCluster: 'main' }, 'need a ClickHouse server. Set PENSTOCK_ENGINE to its URL'],
  [{ engine: 'embedded', engineCluster: 'main' }, 'need a ClickHouse server'],
  [{ engine: 'simulated', engineInsertQuorum: 'auto' }, 'need a ClickHouse server'],
  [{ engine: 'http://127.0.0.1:1', engineInsertQuorum: '2' }, 'Set PENSTOCK_ENGINE_CLUSTER to its name'],
])('the settings %j are rejected with the remedy', async (settings, message) => {
  await expect(openEngine({ ...SETTINGS, ...settings }, createLogger('silent'), true)).rejects.toThrow(
    message,
  );
});
