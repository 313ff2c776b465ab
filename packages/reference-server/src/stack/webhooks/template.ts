import { contractDocument } from '@penstock/contract/documents';
import { type LeafProperty, leafProperties } from '@penstock/contract/reader';
import type { ErrorEntry } from '@penstock/server';
import { templateTokens } from '../../worker/deliveries/template.ts';
import { errorEntry } from '../base/error-entries.ts';
import type { WebhookBody } from './webhook.ts';

/** Text, and a variable between two pairs of braces; Mustache has more, which templates must not use. */
const ALLOWED_TOKENS: readonly string[] = ['text', 'name'];

/** The fields of the notification. */
const VARIABLES = leafProperties(contractDocument('observability'), {
  $ref: '#/components/schemas/AlertNotification',
});

/** The error of a template, if it cannot be rendered for every notification (D-83). */
export function checkTemplate({ body: template }: WebhookBody): ErrorEntry[] {
  if (template === undefined) return [];
  const tokens = templateTokens(template);
  if (tokens === undefined || tokens.some(([type]) => !ALLOWED_TOKENS.includes(type)))
    return [
      errorEntry('/body', 'invalid', 'must contain only text and variables such as {{data.alertName}}'),
    ];
  const names = tokens.flatMap(([type, name]) => (type === 'name' ? [name] : []));
  if (names.every((name) => VARIABLES.some((known) => isVariable(known, name)))) return [];
  const known = VARIABLES.map(({ name, isMap }) => (isMap ? `${name}.<column>` : name));
  return [errorEntry('/body', 'invalid', `must use only these variables: ${known.join(', ')}`)];
}

/** The columns of a map are not known in advance. */
function isVariable({ name: known, isMap }: LeafProperty, name: string): boolean {
  if (!isMap) return name === known;
  return name.startsWith(`${known}.`) && !name.slice(known.length + 1).includes('.');
}
