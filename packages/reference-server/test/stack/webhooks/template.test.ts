import { contractDocument } from '@penstock/contract/documents';
import { readWebhooks } from '@penstock/contract/reader';
import { expect, test } from 'vitest';
import { checkTemplate } from '../../../src/stack/webhooks/template.ts';

const checked = (body: string | undefined) =>
  checkTemplate({ name: 'On call', url: 'https://hooks.example.net', ...(body !== undefined && { body }) });

test.each([
  undefined,
  'no variable',
  '{{type}} {{eventId}} {{timestamp}}',
  '{"text": "{{ data.alertName }}: {{data.value}}"}',
  '{{data.groupKey}} {{data.group.ServiceName}}',
  'a brace { and } another',
])('the template %j is accepted', (template) => {
  expect(checked(template)).toEqual([]);
});

test('every field of the example is a variable', () => {
  const webhooks = readWebhooks(contractDocument('observability'));
  const { requestBody } = webhooks.find(({ operationId }) => operationId === 'notifyAlert') ?? {};
  const { reminder } = requestBody?.content?.['application/json']?.examples ?? {};
  const { data = {} } = (reminder?.value ?? {}) as { data?: object };
  expect(data).toHaveProperty('alertId');
  for (const name of Object.keys(data).filter((field) => field !== 'group'))
    expect(checked(`{{data.${name}}}`), name).toEqual([]);
});

test.each([
  '{{message}}',
  '{{data}}',
  '{{data.group}}',
  '{{data.group.a.b}}',
  '{{data.alertNames}}',
  '{{}}',
  '{{.}}',
])('the variable in %s is unknown, and the error lists those that exist', (template) => {
  expect(checked(template)).toEqual([
    {
      pointer: '/body',
      code: 'invalid',
      message: expect.stringMatching(
        /^must use only these variables: type, eventId, .+ data\.group\.<column>,/,
      ),
    },
  ]);
});

test.each([
  '{{type',
  '{{{data.message}}}',
  '{{&data.message}}',
  '{{#data.message}}x{{/data.message}}',
  '{{^data.message}}x{{/data.message}}',
  '{{>partial}}',
  '{{=<% %>=}}',
  '{{/data}}',
])('the template %s has more than variables', (template) => {
  expect(checked(template)).toEqual([
    {
      pointer: '/body',
      code: 'invalid',
      message: 'must contain only text and variables such as {{data.alertName}}',
    },
  ]);
});
