import type { EventFacts } from '../../contract/event-facts.ts';
import { eventPage } from '../../links.ts';
import type { SiteFile } from '../../site-file.ts';
import { received } from '../fields.ts';
import { groupTitle } from '../group-title.ts';
import { jsonBlock, markdownDocument } from './document.ts';
import { parameterLines } from './field-lines.ts';
import { bodyText } from './operation.ts';

/** Returns the Markdown of a webhook event. */
export function eventMarkdown({ name, description, method, details }: EventFacts): SiteFile {
  const { parameters, request, responses } = details;
  const [example] = request?.examples ?? [];
  return markdownDocument(
    eventPage(name),
    groupTitle(name),
    [`\`${method}\` the \`url\` of your webhook`, description.trim()],
    [
      { title: 'Headers', content: parameterLines(parameters).join('\n') },
      { title: 'Body', content: request ? bodyText(request, received) : '' },
      { title: 'Example', content: example ? jsonBlock(example.value) : '' },
      ...responses.map((response) => ({ title: 'Your response', content: response.description.trim() })),
    ],
  );
}
