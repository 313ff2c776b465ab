import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { notInstalledReason } from '@penstock/engine';
import { openTestServer } from '@penstock/reference-server/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { commandsOf, guideShell } from './support/guide-commands.ts';
import { startExample } from './support/run-example.ts';

const GUIDE = 'first-alert';
/** The receiver of the guide; the test takes a free port. */
const RECEIVER = 'http://127.0.0.1:8082';

describe.runIf(notInstalledReason() === undefined)('the guide to the first alert', () => {
  test('its commands create an alert, whose notification is verified and printed', async () => {
    const server = await openTestServer({
      environment: {
        PENSTOCK_ENGINE: 'embedded',
        PENSTOCK_ENGINE_MEMORY_MB: '1000',
        PENSTOCK_WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
        PENSTOCK_ALERT_DELAY_SECONDS: '0',
      },
    });
    onTestFinished(server.stop);
    const secret = `whsec_${Buffer.from('a key that the webhook gets').toString('base64')}`;
    const receiver = startExample('verify-webhook.ts', {
      environment: { PENSTOCK_WEBHOOK_SECRET: secret, PENSTOCK_PORT: '0' },
    });
    symlinkSync(server.dataFolder, join(receiver.folder, '.penstock'));
    const name = '"name": "My receiver"';
    const run = guideShell(server, receiver.folder, {
      [RECEIVER]: await receiver.url,
      'dashboard Checkout': `dashboard Checkout --url ${server.url}`,
      // The receiver needs a port before the webhook exists, and a secret before that.
      [name]: `${name}, "secret": "${secret}"`,
    });

    const [follow = '', draw = ''] = commandsOf(GUIDE, 'Write sample data');
    const writer = Number(await run(`${follow.trim()} > sample-data.log 2>&1 & echo $!`));
    onTestFinished(() => void process.kill(writer));
    const log = () => readFileSync(join(receiver.folder, 'sample-data.log'), 'utf8');
    await expect.poll(log).toContain('otel_traces');
    expect(await run(draw)).toContain('Slowest checkouts');

    const [create = '', receive = ''] = commandsOf(GUIDE, 'Create a webhook and its receiver');
    await run(create);
    expect(receive).toContain('packages/examples/src/verify-webhook.ts');
    const { data } = JSON.parse(readFileSync(join(receiver.folder, 'webhook.json'), 'utf8'));
    expect(data).toMatchObject({ name: 'My receiver', service: 'generic' });

    const [alert = ''] = commandsOf(GUIDE, 'Create the alert');
    expect(await run(alert)).toContain('"name":"Slow checkouts"');
    await expect.poll(receiver.stdout).toContain('received alert.firing of Slow checkouts\n');
    await expect.poll(receiver.stdout).toContain('"state": "firing"');

    const [see = ''] = commandsOf(GUIDE, 'See what happened');
    await expect.poll(() => run(see)).toMatch(/"state":"firing"[\s\S]*"state":"delivered"/);
  });
});
