import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notInstalledReason } from '@penstock/engine';
import { describeKafka, sharedBroker } from '@penstock/kafka/describe-kafka';
import { Topics } from '@penstock/kafka/topics';
import { openTestServer } from '@penstock/reference-server/testing';
import { expect, onTestFinished, test } from 'vitest';
import { commandsOf, guideShell } from './support/guide-commands.ts';

const GUIDE = 'kafka-to-a-table';
const MESSAGES = [
  '{"id":1,"customer":"Ada","total":12.5}',
  '{"id":2,"customer":"Bob","total":7}',
  '{"id":3,"customer":"Cleo","total":"not a number"}',
];

describeKafka('the guide to Kafka', notInstalledReason(), () => {
  test('its commands move messages into a table', async () => {
    const { plaintext } = await sharedBroker();
    const topics = new Topics(plaintext);
    onTestFinished(() => topics.close());
    const topic = await topics.create();
    await topics.write(topic, MESSAGES);
    const server = await openTestServer({
      environment: { PENSTOCK_ENGINE: 'embedded', PENSTOCK_ENGINE_MEMORY_MB: '1000' },
    });
    onTestFinished(server.stop);
    const folder = mkdtempSync(join(tmpdir(), 'penstock-guide-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    symlinkSync(server.dataFolder, join(folder, '.penstock'));
    const run = guideShell(server, folder, {
      'localhost:9092': plaintext,
      '"topics": "orders"': `"topics": "${topic}"`,
    });

    const [create = ''] = commandsOf(GUIDE, 'Create the pipe');
    expect(await run(create)).toContain('"state":"Provisioning"');
    const [query = ''] = commandsOf(GUIDE, 'Query the table');
    await expect.poll(() => run(query)).toMatch(/Ada.*12\.5[\s\S]*Bob.*7/);
    const [see = ''] = commandsOf(GUIDE, 'See how far the pipe is');
    await expect
      .poll(() => run(`${create.split('\n\n')[0]}\n${see}`))
      .toMatch(new RegExp(`${topic}/0/2[\\s\\S]*"lagSeconds":0`));
  });
});
