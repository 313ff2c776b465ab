import { operations } from '@penstock/contract';
import { contractDocument } from '@penstock/contract/documents';
import { expect, test } from 'vitest';
import { codeSamples, documentedOperations } from '../../src/building.ts';
import { linkTo, openSite } from '../support/opened-site.ts';

const site = await openSite();

test('the code sample follows the selected example and language', async () => {
  const page = await site.open(linkTo(operations.createPipe));
  const card = page.locator('.request-card', {
    has: page.getByRole('button', { name: /^Test Request.*post.*\/pipes\)$/ }),
  });
  const displayed = async () => (await card.locator('pre').textContent())?.trimEnd();
  await card.getByRole('button', { name: 'A streaming broker' }).click();
  await page.getByRole('option', { name: 'A Postgres database' }).click();
  await expect.poll(displayed).toBe(sampleOf('postgres', 'curl'));
  await card.getByRole('button', { name: 'curl' }).click();
  await page.getByRole('option', { name: 'Python' }).click();
  await expect.poll(displayed).toBe(sampleOf('postgres', 'Python'));
});

function sampleOf(example: string, label: string): string | undefined {
  const operation = documentedOperations(contractDocument('management')).find(
    ({ operationId }) => operationId === 'createPipe',
  );
  if (!operation) throw new Error('createPipe does not exist.');
  return codeSamples(operation).find((sample) => sample.example === example && sample.label.startsWith(label))
    ?.source;
}
