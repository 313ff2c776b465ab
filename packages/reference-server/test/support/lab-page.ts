import type { Locator, Page } from '@penstock/browser';
import type { OperationId } from '@penstock/contract';
import { operations } from '@penstock/contract';

/** Opens the form of an operation on its page of the site at `site`. */
export async function openForm(page: Page, site: string, operationId: OperationId): Promise<void> {
  const { surface, tag } = operations[operationId];
  await page.goto(`${site}reference/${surface}/${tag}/${operationId}/`);
  await page.getByRole('button', { name: 'Open the form' }).click();
  await sendButton(page).waitFor();
}

/** Signs in with values by the labels of their fields. */
export async function signIn(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  const panel = page.locator('.lab-sign-in');
  // The script adds it after the page has loaded, and isVisible does not wait.
  await panel.waitFor();
  if (!(await panel.getByLabel(Object.keys(values)[0] ?? '').isVisible()))
    await panel.locator('summary').click();
  for (const [label, value] of Object.entries(values)) await panel.getByLabel(label).fill(value);
  await panel.getByRole('button', { name: 'Sign in' }).click();
  await panel.getByText(/^Signed in/).waitFor();
}

/** Sends the form and returns the response that the page displays. */
export async function send(page: Page): Promise<Locator> {
  await sendButton(page).click();
  const call = page.locator('.lab-form .lab-call').first();
  await call.waitFor();
  return call;
}

function sendButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Send (?:GET|POST|PUT|PATCH|DELETE)$/ });
}

/** Returns everything that the browser stores for a page: storages, cookies, databases, caches, address and history. */
export async function storedBy(page: Page) {
  const kept = await page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    name: window.name,
    history: history.state,
    address: location.href,
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
  }));
  return { ...kept, context: await page.context().storageState() };
}
