import { createHmac } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';
import { operations, problems } from '@penstock/contract';
import { contractDocument } from '@penstock/contract/documents';
import { requestExamples, responseExamples } from '@penstock/contract/examples';
import { expect, test } from 'vitest';
import { allGuides } from '../../src/guides/guide.ts';
import { builtSite, text, words } from '../support/built-site.ts';
import { currentContract } from '../support/current-contract.ts';

const site = await builtSite();
const contract = await currentContract();

test.each(allGuides)('$slug is published as a page and as Markdown', ({ slug }) => {
  const page = text(site, `guides/${slug}.html`);
  const markdown = text(site, `guides/${slug}.md`);
  expect(markdown).toMatch(/^# \S/);
  expect(page).not.toContain('&lt;!--');
  expect(markdown).not.toContain('<!-- fact');
  expect(markdown).not.toContain('site:');
});

test.each(Object.entries(problems))(
  '%s is in the catalogue with its status, and has a page',
  (code, { status }) => {
    const [, row = ''] = text(site, 'guides/errors.html').split(`<tr id="problem-codes-${code}">`);
    expect(row).toMatch(
      new RegExp(
        `^\\s*<td><a href="../reference/errors/${code}/"><code>${code}</code></a></td>\\s*<td>${status}</td>`,
      ),
    );
  },
);

test('the guide to errors begins with the body of an error', () => {
  const guide = text(site, 'guides/errors.md');
  const [, body = ''] = /```json\n([\s\S]*?)```/.exec(guide) ?? [];
  expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'validation_failed' });
  expect(guide.indexOf(body)).toBeLessThan(guide.indexOf('\n## '));
});

test('the page of a code lists the operations that return it', () => {
  const [, operationsOf = ''] = text(site, 'reference/errors/name_taken/index.html').split(
    'Operations that return it',
  );
  expect(operationsOf).toContain('/createWebhook/');
  expect(operationsOf).not.toContain('/getWebhook/');
});

test.each([...contract.decisions.keys()])('%s is in the register', (id) => {
  expect(text(site, 'guides/decisions.html')).toContain(`<h3 id="${id.toLowerCase()}">`);
});

test('the guide on retries lists every operation', () => {
  const page = words(site, 'guides/idempotency.html');
  for (const operationId of Object.keys(operations)) expect(page).toContain(operationId);
});

test('the life cycle has every state of the contract', () => {
  const { PipeState } = contractDocument('management').components.schemas as Record<
    string,
    { 'x-extensible-enum': string[] }
  >;
  expect(Object.keys(contract.lifeCycles.states).sort()).toEqual(PipeState?.['x-extensible-enum'].sort());
});

test.each(Object.entries(contract.lifeCycles.lifeCycles))(
  'the picture of %s contains its states, has a description, and follows the theme',
  (name, { title, ways }) => {
    const picture = text(site, `guides/life-cycle-${name}.svg`);
    expect(picture).toContain(`<title>${title}</title>`);
    expect(picture).toMatch(/<desc>State diagram\. .+<\/desc>/);
    expect(picture).toContain('prefers-color-scheme: dark');
    expect(picture).not.toMatch(/\s(?:fill|stroke)="/);
    const labels = [...picture.matchAll(/<text[^>]*>(\w+)<\/text>/g)].map(([, label]) => label);
    for (const { to } of ways) expect(labels).toContain(to);
    expect(text(site, 'guides/pipe-life-cycle.html')).toContain(`src="life-cycle-${name}.svg"`);
  },
);

test('the life cycle of an alert has every state of the contract, and leads to and from each', () => {
  const { AlertState } = contractDocument('observability').components.schemas as Record<
    string,
    { 'x-extensible-enum': string[] }
  >;
  const { states, outcomes, transitions } = contract.alertLifeCycle;
  const names = Object.keys(states);
  expect(names).toEqual(AlertState?.['x-extensible-enum']);
  expect(new Set(transitions.map(({ from }) => from))).toEqual(new Set(names));
  expect(new Set(transitions.map(({ to }) => to))).toEqual(new Set(names));
  expect(new Set(transitions.map(({ outcome }) => outcome))).toEqual(new Set(Object.keys(outcomes)));
});

test('the guide to alerts has the picture of the life cycle, and the meaning of each state and outcome', () => {
  const picture = text(site, 'guides/alert-life-cycle.svg');
  const guide = text(site, 'guides/alerts.md');
  expect(picture).toContain('<title>An alert</title>');
  expect(picture).toMatch(/<desc>State diagram\. .+<\/desc>/);
  const { states, outcomes } = contract.alertLifeCycle;
  for (const [state, meaning] of Object.entries(states)) {
    expect(picture).toContain(`>${state}</text>`);
    expect(guide).toContain(meaning);
  }
  for (const { meaning } of Object.values(outcomes)) expect(guide).toContain(meaning);
  expect(text(site, 'guides/alerts.html')).toContain('src="alert-life-cycle.svg"');
});

test('the guide to deliveries has every field of the notification as a variable', () => {
  const guide = text(site, 'guides/webhook-deliveries.md');
  const { AlertNotificationData } = contractDocument('observability').components.schemas as Record<
    string,
    { properties: object }
  >;
  const fields = Object.keys(AlertNotificationData?.properties ?? {}).filter((field) => field !== 'group');
  expect(fields.length).toBeGreaterThan(10);
  for (const field of fields) expect(guide).toContain(`\`{{data.${field}}}\``);
  expect(guide).toContain('`{{data.group.<column>}}`');
});

test('the guide to dashboards has the properties of every kind of source and tile', () => {
  const guide = text(site, 'guides/dashboards.md');
  const { schemas } = contractDocument('observability').components as {
    schemas: Record<string, { 'x-variants': Record<string, { required?: string[]; optional?: string[] }> }>;
  };
  for (const name of ['SourceCreate', 'TileConfigCreate'])
    for (const [variant, { required = [], optional = [] }] of Object.entries(
      schemas[name]?.['x-variants'] ?? {},
    )) {
      const cells = [[variant], required, optional].map((names) =>
        names.map((each) => `\`${each}\``).join(', '),
      );
      expect(guide).toContain(`| ${cells.map((cell) => cell || 'none').join(' | ')} |`);
    }
});

test('the guide to sources has every authentication method of each source', () => {
  const page = words(site, 'guides/pipe-sources.html');
  const { KafkaAuthenticationName, ObjectStorageAuthenticationName, PostgresAuthenticationName } =
    contractDocument('management').components.schemas as Record<string, { enum: string[] }>;
  const methods = [KafkaAuthenticationName, ObjectStorageAuthenticationName, PostgresAuthenticationName];
  for (const method of methods.flatMap((schema) => schema?.enum ?? [])) expect(page).toContain(method);
  for (const { fields } of Object.values(contract.pipeAuthentication))
    for (const field of fields) expect(page).toContain(field);
});

/** The test delivery of Standard Webhooks. */
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  body: '{"test": 2432232314}',
  seconds: 1_614_265_330,
  headers: new Headers({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }),
};

test('the sample for signatures accepts only signed deliveries', async () => {
  const [, sample = ''] = /```ts\n([\s\S]*?)```/.exec(text(site, 'guides/webhook-deliveries.md')) ?? [];
  const module = `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(sample))}`;
  const { isFromPenstock } = (await import(/* @vite-ignore */ module)) as {
    isFromPenstock(headers: Headers, body: string, secret: string, now?: number): boolean;
  };
  const secret = `whsec_${Buffer.from('a key for this test alone').toString('base64')}`;
  const body = JSON.stringify({ state: 'firing' });
  const now = 1_777_888_800_000;
  const signed = (key: string) =>
    new Headers({
      'webhook-id': 'm1',
      'webhook-timestamp': String(now / 1000),
      'webhook-signature': `v1,AAAA v1,${createHmac('sha256', key)
        .update(`m1.${now / 1000}.${body}`)
        .digest('base64')}`,
    });
  const { seconds } = published;
  expect(isFromPenstock(published.headers, published.body, published.secret, seconds * 1000)).toBe(true);
  const headers = signed('a key for this test alone');
  expect(isFromPenstock(headers, body, secret, now)).toBe(true);
  expect(isFromPenstock(headers, `${body} `, secret, now)).toBe(false);
  expect(isFromPenstock(headers, body, secret, now + 10 * 60_000)).toBe(false);
  expect(isFromPenstock(signed('another key'), body, secret, now)).toBe(false);
  expect(isFromPenstock(new Headers(), body, secret, now)).toBe(false);
});

test('a guide contains an example of the contract', () => {
  const { tile } = requestExamples('createAlert') as { tile: unknown };
  expect(text(site, 'guides/alerts.md')).toContain(JSON.stringify(tile, null, 2));
});

test('the glossary has each resource, and the meaning of words of other systems', () => {
  const glossary = text(site, 'guides/glossary.md');
  for (const { name, description } of contractDocument('management').tags ?? [])
    expect(glossary).toContain(`| ${name.replaceAll('-', ' ')} | ${description} |`);
  expect(glossary).toMatch(/^\| connector, .* \| pipe +\|$/m);
});

test('the guide to migration has the settings of pipes with their defaults', () => {
  const guide = text(site, 'guides/migration.md');
  const { PipeSettings } = contractDocument('management').components.schemas as Record<
    string,
    { properties: object }
  >;
  for (const setting of Object.keys(PipeSettings?.properties ?? {}))
    expect(guide).toContain(`| \`${setting}\` |`);
});

test.each([
  ['authentication', 'listDashboards', 401, 'unauthenticated'],
  ['concurrency', 'updateDashboard', 412, 'precondition_failed'],
  ['rate-limits', 'listPipes', 429, 'rate_limit_exceeded'],
] as const)(
  'the problem in the guide %s is the example of the contract',
  (guide, operationId, status, code) => {
    const problem = responseExamples(operationId, status)[code];
    expect(problem).toMatchObject({ code });
    expect(text(site, `guides/${guide}.md`)).toContain(JSON.stringify(problem, null, 2));
  },
);
