import { leafProperties } from '@penstock/contract/reader';
import type { Contract } from '../contract/contract.ts';
import { codeSpan, table } from '../markdown/prose.ts';
import { known } from './unknown-fact.ts';

/** The variables that templates of webhooks may contain: the fields of the notification. */
export function templateVariables({ bundles }: Contract): string {
  const name = 'AlertNotification';
  const bundle = known(
    bundles.find(({ document }) => document.components.schemas?.[name]),
    `schema ${name}`,
  );
  const variables = leafProperties(bundle.document, { $ref: `#/components/schemas/${name}` });
  const rows = variables.map(({ name: field, description, isMap }) => [
    codeSpan(isMap ? `{{${field}.<column>}}` : `{{${field}}}`),
    description,
  ]);
  return table(['variable', 'value'], rows);
}
