import type { Contract } from '../contract/contract.ts';
import type { EventFacts } from '../contract/event-facts.ts';
import { guideBySlug, guidePage, guideTitle } from '../guides/guide.ts';
import { html } from '../html.ts';
import { eventPage, eventsPage } from '../links.ts';
import type { SiteFile } from '../site-file.ts';
import { bodyExamples, bodyFields } from './bodies.ts';
import { type Drawing, drawingOn } from './drawing.ts';
import { parameterList } from './fields.ts';
import { groupTitle } from './group-title.ts';
import { referencePage, type Section, sectionsOf } from './reference-page.ts';

/** Returns the list of webhook events, and the page of each event. */
export function eventPages(contract: Contract): SiteFile[] {
  const events = [...contract.events.values()];
  return [eventList(events, contract), ...events.map((event) => eventPageOf(event, contract))];
}

function eventList(events: readonly EventFacts[], contract: Contract): SiteFile {
  const drawing = drawingOn(eventsPage, contract);
  return referencePage(
    {
      path: eventsPage,
      title: 'Webhook events',
      description: 'The requests that the service sends to your webhooks.',
      above: [],
      contents: [],
      body: html`<h1>Webhook events</h1>
<p class="lead">The requests that the service sends to your webhooks. They are the same on both surfaces.</p>
<ul class="operations">
${events.map(
  ({ name, summary, method }) => html`<li><a href="${drawing.to(eventPage(name))}">${groupTitle(name)}</a>
<span class="endpoint"><span class="method post">${method}</span> ${summary}</span></li>
`,
)}</ul>`,
    },
    contract,
  );
}

function eventPageOf(event: EventFacts, contract: Contract): SiteFile {
  const { name, summary, description, method, provenance } = event;
  const path = eventPage(name);
  const drawing = drawingOn(path, contract);
  const sections = eventSections(drawing, event);
  const guide = guideBySlug('webhook-deliveries');
  return referencePage(
    {
      path,
      title: `${groupTitle(name)}, webhook event`,
      description: `${summary}: headers, fields and examples of the request.`,
      above: [{ text: 'Webhook events', target: eventsPage }],
      contents: sections,
      body: html`<h1>${groupTitle(name)}</h1>
<p class="endpoint"><span class="method post">${method}</span> the <code>url</code> of your webhook</p>
<div class="text">
${drawing.prose(description)}</div>
<p>Guide: <a href="${drawing.to(guidePage(guide))}">${guideTitle(guide, contract)}</a>${drawing.provenance(provenance)}</p>
${sectionsOf(sections)}`,
    },
    contract,
  );
}

function eventSections(
  drawing: Drawing,
  { details: { parameters, request, responses } }: EventFacts,
): Section[] {
  return [
    ...(parameters.length > 0
      ? [{ id: 'headers', text: 'Headers', content: parameterList(drawing, parameters) }]
      : []),
    ...(request
      ? [
          { id: 'event-body', text: 'Body', content: bodyFields(drawing, 'event', request) },
          { id: 'examples', text: 'Examples', content: bodyExamples('event', request) },
        ]
      : []),
    ...responses.map(({ status, description }) => ({
      id: `response-${status}`,
      text: 'Your response',
      content: drawing.prose(description),
    })),
  ];
}
