/*
 * Creates a pipe, prints its states until it runs, and deletes it.
 * Run: node packages/examples/src/watch-pipe.ts, with the variables in the README of this package.
 */
import { createManagementClient, PipeWaitError } from '@penstock/client';
import { requiredVariable } from './required-variable.ts';

const client = createManagementClient({
  baseUrl: requiredVariable('PENSTOCK_URL'),
  keyId: requiredVariable('PENSTOCK_KEY_ID'),
  keySecret: requiredVariable('PENSTOCK_KEY_SECRET'),
});
const { pipes } = client.service({
  organizationId: requiredVariable('PENSTOCK_ORGANIZATION_ID'),
  serviceId: requiredVariable('PENSTOCK_SERVICE_ID'),
});

const pipe = await pipes.create({
  name: `Example ${Date.now()}`,
  source: {
    kinesis: {
      streamName: 'clicks',
      region: 'eu-west-1',
      format: 'JSONEachRow',
      iamRole: 'arn:aws:iam::123456789012:role/reader',
    },
  },
  destination: { table: 'clicks', columns: [{ name: 'url', type: 'String' }] },
});
try {
  await pipes.waitForState(pipe.id, 'Running', {
    timeoutMs: 60_000,
    onProgress: ({ state }) => console.log(state),
  });
  console.log(`The pipe ${pipe.id} is running.`);
} catch (error) {
  if (!(error instanceof PipeWaitError)) throw error;
  console.error(`The pipe is not running. Its last state was ${error.lastState}.`);
  process.exitCode = 1;
} finally {
  await pipes.delete(pipe.id);
}
