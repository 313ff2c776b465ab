import type { Bundle } from '../contract/bundle.ts';
import type { Contract } from '../contract/contract.ts';
import type { SurfaceFacts } from '../contract/surface-facts.ts';
import { allGuides, type Guide, guidePage } from '../guides/guide.ts';
import { type Html, html } from '../html.ts';
import { groupPage, landingPage, surfacePage } from '../links.ts';
import { codeBlock } from '../markdown/render.ts';
import { sampleEnvironment } from '../samples/environment.ts';
import { samplesScript, samplesSection } from '../samples/samples-section.ts';
import type { SiteFile } from '../site-file.ts';
import { type Audience, audiences } from './audiences.ts';
import { firstCall } from './first-call.ts';
import { page } from './layout.ts';

/** Returns the landing page. Its facts about the API come from the bundles. */
export function landing({ bundles, surfaces }: Contract, titles: ReadonlyMap<Guide, string>): SiteFile {
  return page({
    path: landingPage,
    title: 'Penstock: one contract for pipes and their observability',
    description: 'A hand-written OpenAPI contract for data pipes and their observability stack.',
    layout: 'page',
    head: samplesScript(landingPage),
    body: html`${introduction(surfaces)}
${twoSurfaces(surfaces)}
${firstCalls(surfaces)}
${guides(titles)}
${packages()}
${floors()}
${downloads(bundles)}`,
  });
}

function introduction(surfaces: readonly SurfaceFacts[]): Html {
  const operations = surfaces.reduce((sum, facts) => sum + facts.operations.length, 0);
  return html`<div class="hero">
<h1>One contract for pipes and their observability</h1>
<p class="lead">Penstock is a hand-written OpenAPI contract for managing data pipes and their observability stack, with
${operations} operations on two surfaces. Types, a client, server stubs, a reference server, a mock and this site are derived
from it and checked against it.</p>
<p class="actions">
<a class="primary" href="#first-call">Make your first call</a>
${surfaces.map(({ surface, title }) => html`<a href="${surfacePage(surface)}">${title}</a>\n`)}</p>
</div>`;
}

function twoSurfaces(surfaces: readonly SurfaceFacts[]): Html {
  return html`<section aria-labelledby="surfaces">
<h2 id="surfaces">Two surfaces</h2>
<p>Both surfaces have the same observability stack, with different paths, authentication and envelopes.
Pipes exist only in the management API.</p>
<div class="cards">
${surfaces.map(surfaceCard)}</div>
</section>`;
}

function surfaceCard({ surface, title, summary, version, prefix, authentication, tags }: SurfaceFacts): Html {
  return html`<article class="card">
<h3><a href="${surfacePage(surface)}">${title}</a> <span class="version">${version}</span></h3>
<p>${summary}</p>
<dl class="facts">
<dt>Paths</dt><dd><code>${prefix}/…</code></dd>
<dt>Authentication</dt><dd>${authentication.description}</dd>
<dt>Operations</dt><dd><ul class="tags">
${tags.map(
  ({ name, operations }) =>
    html`<li><a href="${groupPage(surface, name)}">${name}</a> <span class="count">${operations.length}</span></li>\n`,
)}</ul></dd>
</dl>
</article>
`;
}

function firstCalls(surfaces: readonly SurfaceFacts[]): Html {
  return html`<section aria-labelledby="first-call">
<h2 id="first-call">Your first call</h2>
<ol class="steps">
<li><p>In a clone of the repository, start the reference server. It uses an embedded database, prints its URL, and writes
credentials for both surfaces to <code>.penstock/credentials.json</code>.</p>
${codeBlock('npx -y pnpm@12.21.0 start', 'sh', 'Command that starts the reference server')}</li>
<li><p>In a second terminal, set the environment variables that the samples on this site read.</p>
${codeBlock(sampleEnvironment, 'sh', 'Commands that set the variables of the samples')}</li>
<li><p>Call the API with curl or in your language.</p>
${surfaces.map(callOf)}</li>
</ol>
</section>`;
}

function callOf(facts: SurfaceFacts): Html {
  const { operation, samples } = firstCall(facts);
  const title = `${facts.title}: ${operation.summary}`;
  return html`<h3>${title}</h3>
${samplesSection(samples, facts.surface, title)}`;
}

function guides(titles: ReadonlyMap<Guide, string>): Html {
  return html`<section aria-labelledby="guides">
<h2 id="guides">Guides</h2>
<ul class="links">
${allGuides.map(
  (guide) => html`<li><a href="${guidePage(guide)}">${titles.get(guide) ?? ''}</a><br>${guide.summary}</li>
`,
)}</ul>
</section>`;
}

function packages(): Html {
  return html`<section aria-labelledby="packages">
<h2 id="packages">Packages by task</h2>
<ul class="cards">
${audiences.map(audienceCard)}</ul>
</section>`;
}

function audienceCard({ task, packages: names, purpose }: Audience): Html {
  const list = names.map((name, index) => html`${index === 0 ? '' : ' + '}<code>${name}</code>`);
  return html`<li class="card">
<h3>${task}</h3>
<p>${list}</p>
<p>${purpose}</p>
</li>
`;
}

function floors(): Html {
  return html`<section aria-labelledby="floors">
<h2 id="floors">Architecture</h2>
<figure class="picture">
<div class="sheet" tabindex="0" role="region" aria-label="Picture of the floors, scrolls horizontally on small screens">
<img src="floors.svg" width="760" height="476" loading="lazy" alt="Floor 0 is the hand-written folder openapi. Floor 1 is the package contract, which is generated from it. Floor 2 has client, server, conformance, engine and site, which depend on contract. Floor 3 has mock and reference-server, which depend on floor 2.">
</div>
<figcaption>Each package depends only on the floors above it.</figcaption>
</figure>
</section>`;
}

function downloads(bundles: readonly Bundle[]): Html {
  return html`<section aria-labelledby="downloads">
<h2 id="downloads">Downloads</h2>
<p>One OpenAPI 3.1 document per surface, with examples, for your own tools.</p>
<ul>
${bundles.map(
  ({
    surface,
    json,
    yaml,
  }) => html`<li>${downloadLink(`${surface}.yaml`, yaml)}, ${downloadLink(`${surface}.json`, json)}</li>
`,
)}</ul>
</section>`;
}

function downloadLink(name: string, content: Buffer): Html {
  return html`<a href="${name}" download>${name}</a> (${Math.ceil(content.length / 1000)} kB)`;
}
