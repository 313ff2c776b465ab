import type { Surface } from '@penstock/contract';
import type { Contract } from '../contract/contract.ts';
import type { SurfaceFacts, Tag } from '../contract/surface-facts.ts';
import { type Html, html } from '../html.ts';
import {
  documentPage,
  errorsPage,
  eventsPage,
  fieldsPage,
  groupPage,
  operationPage,
  relativeLink,
  surfacePage,
} from '../links.ts';
import { groupTitle } from './group-title.ts';

/**
 * The pages of the reference. On a phone a button opens the list: a popover needs no JavaScript.
 *
 * @param path the current page
 * @param surface the surface whose groups are listed; undefined for all surfaces
 */
export function sidebar(path: string, surface: Surface | undefined, { surfaces }: Contract): Html {
  const displayed = surfaces.filter((facts) => surface === undefined || facts.surface === surface);
  return html`<button class="sidebar-button" type="button" popovertarget="sidebar">Pages of the reference</button>
<nav class="sidebar" id="sidebar" popover aria-label="Reference">
${displayed.map((facts) => surfaceList(path, facts, surface === undefined))}<ul>
${item(path, errorsPage, 'Error codes')}${item(path, eventsPage, 'Webhook events')}${item(path, fieldsPage, 'Field index')}</ul>
</nav>`;
}

function surfaceList(path: string, { surface, title, tags }: SurfaceFacts, isShort: boolean): Html {
  const groups = tags.map((tag) =>
    isShort
      ? item(path, groupPage(surface, tag.name), groupTitle(tag.name))
      : html`<li>${group(path, surface, tag)}</li>\n`,
  );
  return html`<ul class="surface">
${item(path, surfacePage(surface), title)}</ul>
<ul>
${groups}</ul>
<ul>
${item(path, documentPage(surface), 'Whole document')}</ul>
`;
}

function group(path: string, surface: Surface, { name, operations }: Tag): Html {
  const isOpen = path.startsWith(groupPage(surface, name));
  return html`<details${isOpen ? html` open` : ''}><summary>${groupTitle(name)}</summary>
<ul>
${item(path, groupPage(surface, name), 'Overview')}${operations.map((operation) => item(path, operationPage(operation), operation.summary))}</ul>
</details>`;
}

function item(path: string, target: string, text: string): Html {
  const mark = path === target ? html` aria-current="page"` : '';
  return html`<li><a href="${relativeLink(path, target)}"${mark}>${text}</a></li>\n`;
}
