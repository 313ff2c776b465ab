import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleSize } from '../bench/bundle-size.ts';

/*
 * The limits that the client promises, on its sources: they bundle to the same as the package.
 */

const client = join(import.meta.dirname, '..');
const source = JSON.stringify(join(client, 'src/index.ts'));

test.each([
  ['both clients with all they have', 'createManagementClient, createObservabilityClient', 8_800],
  ['the alerts of /api/v2', 'connectObservability, createAlerts', 5_000],
  ['the pipes of /v1', 'connectManagement, createPipes', 5_200],
])('%s stay within their bytes', async (_, names, limit) => {
  const program = `import { ${names} } from ${source};\nglobalThis.used = [${names}];\n`;
  const { gzipped } = await bundleSize(client, program);
  expect(gzipped).toBeLessThanOrEqual(limit);
  // Nothing of the client would be far less.
  expect(gzipped).toBeGreaterThan(3_000);
});
