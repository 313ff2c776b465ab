import type { Locator, Page } from '@penstock/browser';
import type { Operation } from '@penstock/contract';

/** By the label of the field that takes it. */
export type Credentials = Readonly<Record<string, string>>;

/** The request that Try-it sent, and the response that it displays. */
export interface Attempt {
  readonly url: string;
  readonly authorization: string | undefined;
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly body: any;
  /** The text of the displayed response. */
  readonly displayed: string;
}

/** Try-it of an operation, on a page of the site at `site`, which is loaded only once. */
export async function openTryIt(page: Page, site: string, operation: Operation): Promise<void> {
  const { surface, tag, method, path } = operation;
  const fragment = `tag/${tag}/${method.toUpperCase()}${path}`;
  await page.goto(`${site}reference/${surface}/document/#${encodeURI(fragment)}`);
  await page
    .locator(`#reference [id$="/${fragment}"]`)
    .getByRole('button', { name: /^Test Request/ })
    .click();
  await sendButton(page).waitFor();
}

export async function closeTryIt(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Close Client' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

export async function enterCredentials(page: Page, credentials: Credentials): Promise<void> {
  for (const [label, value] of Object.entries(credentials)) await credentialField(page, label).fill(value);
}

/** The value of the field of a credential. */
export async function readCredential(page: Page, label: string): Promise<string> {
  const field = credentialField(page, label);
  return field.evaluate((element) => (element as HTMLInputElement).value ?? element.textContent);
}

function credentialField(page: Page, label: string): Locator {
  const row = page.getByRole('dialog').locator('tr').filter({ hasText: label });
  return row.locator('input, [contenteditable]').first();
}

export async function enterParameters(
  page: Page,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, value] of Object.entries(parameters)) {
    await page
      .getByRole('dialog')
      .locator(`tr[id="${name}"]`)
      .getByRole('combobox', { name: 'Value' })
      .fill(value);
  }
}

/** Sends the current request. */
export async function send(page: Page, { method, surface }: Operation): Promise<Attempt> {
  const prefix = surface === 'management' ? '/v1/' : '/api/v2/';
  const isResponse = (url: string, used: string) =>
    new URL(url).pathname.startsWith(prefix) && used === method.toUpperCase();
  const [response] = await Promise.all([
    page.waitForResponse((candidate) => isResponse(candidate.url(), candidate.request().method())),
    sendButton(page).click(),
  ]);
  const panel = page.getByRole('dialog').locator('section').filter({ hasText: 'Response Body' }).last();
  await panel.locator('.cm-content').first().waitFor();
  return {
    url: response.url(),
    authorization: response.request().headers().authorization,
    status: response.status(),
    body: await response.json(),
    displayed: (await panel.textContent()) ?? '',
  };
}

function sendButton(page: Page): Locator {
  return page.getByRole('dialog').getByRole('button', { name: /^Send .* request to/ });
}
