import type { OperationFacts } from '../contract/operation-facts.ts';
import { type Guide, guideBySlug, guidePage, guideTitle } from '../guides/guide.ts';
import { type Html, html } from '../html.ts';
import type { Drawing } from './drawing.ts';

/** The guides that explain parts of operations, each with the fact of an operation that makes it relevant. */
const relevance: readonly (readonly [slug: string, isRelevant: (operation: OperationFacts) => boolean])[] = [
  ['pipe-life-cycle', ({ details }) => details.schemas.has('PipeState')],
  ['pipe-sources', ({ details }) => details.schemas.has('KafkaAuthenticationName')],
  ['dashboards', ({ details }) => details.schemas.has('TileConfigCreate')],
  ['alerts', ({ details }) => details.schemas.has('AlertState')],
  ['queries', ({ details }) => details.schemas.has('QueryStartTime')],
  ['lucene', ({ details }) => details.schemas.has('WhereLanguageName')],
  ['webhook-deliveries', ({ details }) => details.schemas.has('WebhookDelivery')],
  ['paging', (operation) => hasParameter(operation, 'cursor')],
  ['idempotency', (operation) => hasParameter(operation, 'Idempotency-Key')],
  ['concurrency', (operation) => hasParameter(operation, 'If-Match')],
  ['errors', ({ details }) => details.errors.length > 0],
];

/** Returns the guides that explain parts of an operation. */
export function guidesAbout(operation: OperationFacts): Guide[] {
  return relevance.filter(([, isRelevant]) => isRelevant(operation)).map(([slug]) => guideBySlug(slug));
}

/** Lists the guides about an operation. */
export function guidesFor(drawing: Drawing, operation: OperationFacts): Html {
  const guides = guidesAbout(operation);
  if (guides.length === 0) return html``;
  return html`<nav class="guides-for" aria-label="Guides about this operation"><p>Guides</p>
<ul>
${guides.map((guide) => html`<li><a href="${drawing.to(guidePage(guide))}">${guideTitle(guide, drawing.contract)}</a></li>\n`)}</ul></nav>
`;
}

function hasParameter({ details }: OperationFacts, name: string): boolean {
  return details.parameters.some((parameter) => parameter.name === name);
}
