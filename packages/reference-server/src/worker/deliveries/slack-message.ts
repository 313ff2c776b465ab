import type { Readable, SlackNotification } from '@penstock/contract';
import type { Notification } from './notification.ts';

const TITLES: Readonly<Record<string, string>> = {
  'alert.firing': 'Firing',
  'alert.resolved': 'Resolved',
  'alert.reminder': 'Still firing',
  'webhook.test': 'Test',
};
/** The longest text of a section that Slack accepts. */
const SECTION_LENGTH = 3_000;
const NAME_LENGTH = 600;
const CUT = '…';

/** The message of a notification in the format of Slack (D-84). */
export function slackMessage({ type, data }: Notification): Readable<SlackNotification> {
  const name = escapedWithin(NAME_LENGTH, data.alertName ?? data.alertId);
  const group = data.groupKey === undefined ? '' : ` (${escapedWithin(NAME_LENGTH, data.groupKey)})`;
  const title = `${TITLES[type] ?? type}: ${name}${group}`;
  const { value, threshold, windowStart, windowEnd } = data;
  const comparison = `${value} is ${value >= threshold ? 'at or above' : 'below'} ${threshold}`;
  const first = `*${title}*\n${comparison} from ${windowStart} to ${windowEnd}.`;
  const link = data.link === undefined ? '' : `\n<${linkOf(data.link)}>`;
  const remaining = SECTION_LENGTH - first.length - link.length - 1;
  const message = data.message === undefined ? '' : `\n${escapedWithin(remaining, data.message)}`;
  return {
    text: `${title}. ${comparison}.`,
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: `${first}${message}${link}` } }],
  };
}

/** The only characters with a meaning outside of formatting. */
export function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A vertical bar would begin the label of the link. */
function linkOf(link: string): string {
  return escapeForSlack(link).replaceAll('|', '%7C');
}

/** The escaped text, cut so that it has at most this length and no part of an escape. */
function escapedWithin(length: number, text: string): string {
  const escaped = escapeForSlack(text);
  if (escaped.length <= length) return escaped;
  let kept = '';
  for (const character of text) {
    const next = kept + escapeForSlack(character);
    if (next.length > length - CUT.length) break;
    kept = next;
  }
  return kept + CUT;
}
