import type { Notification } from './notification.ts';
import type { Receiver } from './receiver.ts';
import { escapeForSlack, slackMessage } from './slack-message.ts';
import { renderTemplate } from './template.ts';

/** A notification cannot be sent as the webhook wants it. The message is a sentence for the owner of the webhook. */
export class UnusableTemplate extends Error {
  override readonly name = 'UnusableTemplate';
}

/** A template can repeat a long message many times. */
const LONGEST_BODY = 1024 * 1024;

/**
 * The body of the request: the template of the webhook, or the format of its service.
 *
 * @throws UnusableTemplate
 */
export function requestBody({ service, body: template }: Receiver, message: Notification): string {
  const isSlack = service === 'slack';
  if (template === undefined) return JSON.stringify(isSlack ? slackMessage(message) : message);
  const body = renderTemplate(template, message, isSlack ? escapeForSlack : asIs);
  if (body.length > LONGEST_BODY)
    throw new UnusableTemplate(
      'The template of the webhook results in more than 1 MiB, so nothing was sent. Shorten the template.',
    );
  if (!isJson(body))
    throw new UnusableTemplate(
      'The template of the webhook does not result in JSON, so nothing was sent. Correct the template, and send the notification again.',
    );
  return body;
}

function asIs(text: string): string {
  return text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
