import type { AuthenticationDetails } from '../contract/operation-details.ts';
import { guideBySlug, guidePage } from '../guides/guide.ts';
import { type Html, html } from '../html.ts';
import { alternativesAsTabs } from './alternatives.ts';
import type { Drawing } from './drawing.ts';

const schemes: Readonly<Record<string, { readonly title: string; readonly header: string }>> = {
  basic: { title: 'API key', header: 'Authorization: Basic <base64 of id:secret>' },
  bearer: { title: 'Token', header: 'Authorization: Bearer <token>' },
};

/** Draws the ways to authenticate a request, as tabs if there are several. */
export function authenticationWays(drawing: Drawing, ways: readonly AuthenticationDetails[]): Html {
  if (ways.length === 0) return html`<p>None.</p>`;
  const guide = html`<a href="${drawing.to(guidePage(guideBySlug('authentication')))}">Authentication</a>`;
  const alternatives = ways.map(({ scheme, description }) => ({
    title: schemes[scheme]?.title ?? scheme,
    content: html`<p><code>${schemes[scheme]?.header ?? `Authorization: ${scheme}`}</code></p>
${drawing.prose(description)}`,
  }));
  return html`${alternativesAsTabs('authentication-way', 'Way to authenticate', alternatives)}
<p>Guide: ${guide}</p>`;
}
