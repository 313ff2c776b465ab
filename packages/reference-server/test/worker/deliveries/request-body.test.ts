import { describe, expect, test } from 'vitest';
import type { Notification } from '../../../src/worker/deliveries/notification.ts';
import { requestBody } from '../../../src/worker/deliveries/request-body.ts';
import { notification, SECRET } from '../../support/stored-webhooks.ts';

const bodyOf = (message: Notification, service: string, body?: string) =>
  JSON.parse(
    requestBody(
      {
        url: 'https://hooks.example.net',
        service,
        secrets: { secret: SECRET },
        ...(body !== undefined && { body }),
      },
      message,
    ),
  );

const withData = (data: Partial<Notification['data']>, example = 'firing'): Notification => {
  const message = notification(example);
  return { ...message, data: { ...message.data, ...data } };
};

test('a generic webhook receives the notification', () => {
  const message = notification();
  expect(bodyOf(message, 'generic')).toEqual(message);
});

describe('a template', () => {
  test('has fields of the notification, and nothing for those that it lacks', () => {
    const template =
      '{"title": "{{data.alertName}} {{type}}", "group": "{{data.group.ServiceName}}{{data.group.Other}}", "value": {{data.value}}}';
    expect(bodyOf(notification('reminder'), 'generic', template)).toEqual({
      title: 'Errors in the logs alert.reminder',
      group: 'checkout',
      value: 143,
    });
    expect(bodyOf(notification(), 'generic', template).group).toBe('');
  });

  test.each([
    'a "quote"',
    'a \\ backslash',
    'two\nlines',
    '\u0000',
    '<b> & co',
    '{{data.value}}',
    'ä😀\ud800',
  ])('has the value %j escaped, and not rendered again', (alertName) => {
    const { name } = bodyOf(withData({ alertName }), 'generic', '{"name": "{{data.alertName}}"}');
    expect(name).toBe(alertName);
  });

  test.each(['constructor', '__proto__', 'toString', '__defineGetter__'])(
    'has a column named %s only if there is one',
    (column) => {
      const template = `{"column": "{{data.group.${column}}}"}`;
      expect(bodyOf(notification('reminder'), 'generic', template)).toEqual({ column: '' });
      const group = Object.fromEntries([[column, 'a value']]);
      expect(bodyOf(withData({ group }), 'generic', template)).toEqual({ column: 'a value' });
    },
  );

  test('of a Slack webhook has values escaped for Slack as well', () => {
    const message = withData({ alertName: '<!channel> "A" & B' });
    expect(bodyOf(message, 'slack', '{"text": "{{data.alertName}}"}')).toEqual({
      text: '&lt;!channel&gt; "A" &amp; B',
    });
  });
});

describe('a Slack message', () => {
  const textsOf = (message: Notification) => {
    const { text, blocks } = bodyOf(message, 'slack');
    expect(blocks).toEqual([{ type: 'section', text: { type: 'mrkdwn', text: expect.any(String) } }]);
    return { text: text as string, section: blocks[0].text.text as string };
  };

  test('is the one of the contract', () => {
    const { text, section } = textsOf(withData({ message: 'More than 5 % of the checkouts fail.' }));
    expect(text).toBe('Firing: Error rate of the checkout. 7.5 is at or above 5.');
    expect(section.split('\n')).toEqual([
      '*Firing: Error rate of the checkout*',
      '7.5 is at or above 5 from 2026-05-04T09:25:00.000Z to 2026-05-04T09:30:00.000Z.',
      'More than 5 % of the checkouts fail.',
      '<https://app.example.net/alerts/018f6d31-02aa-7c1d-8b17-5d0e4c9a6f70>',
    ]);
  });

  test.each([
    ['resolved', 'Resolved: Error rate of the checkout. 1.2 is below 5.'],
    ['reminder', 'Still firing: Errors in the logs (checkout). 143 is at or above 100.'],
    ['test', 'Test: Error rate of the checkout. 7.5 is at or above 5.'],
  ])('of the example %s has its title', (example, text) => {
    expect(textsOf(notification(example)).text).toBe(text);
  });

  test('contains no mention and no link of a value', () => {
    const evil = '<!channel> <https://evil.example|here> & more';
    const { text, section } = textsOf(
      withData({
        alertName: evil,
        groupKey: evil,
        message: evil,
        link: 'https://app.example.net/?a=1&b=<|>',
      }),
    );
    expect(text).not.toMatch(/<|& /);
    expect(section.match(/<[^>]*>/g)).toEqual(['<https://app.example.net/?a=1&amp;b=&lt;%7C&gt;>']);
  });

  test('fits into the limits of Slack, and no escape is cut', () => {
    const { text, section } = textsOf(
      withData({ alertName: '&'.repeat(512), groupKey: '<'.repeat(5_000), message: '>'.repeat(4_096) }),
    );
    expect(section.length).toBeLessThanOrEqual(3_000);
    expect(text.length).toBeLessThanOrEqual(4_000);
    for (const cut of [text, section]) expect(cut.replaceAll(/&(amp|lt|gt);/g, '')).not.toContain('&');
    expect(section).toContain('…\n<https://app.example.net/');
  });

  test('without name, message and link has the ID of the alert', () => {
    const { alertName: _name, message: _message, link: _link, ...data } = notification().data;
    const { text, section } = textsOf({ ...notification(), data });
    expect(text).toContain(`Firing: ${data.alertId}. `);
    expect(section.split('\n')).toHaveLength(2);
  });
});
