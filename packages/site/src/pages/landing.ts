import type { Bundle } from '../contract/bundle.ts';
import type { Contract } from '../contract/contract.ts';
import { type SurfaceFacts, surfaceFacts } from '../contract/surface-facts.ts';
import { allGuides, type Guide, guidePage } from '../guides/guide.ts';
import { type Html, html } from '../html.ts';
import { landingPage, referencePage, tagAnchor } from '../links.ts';
import { codeBlock } from '../markdown/render.ts';
import { sampleEnvironment } from '../samples/environment.ts';
import type { SiteFile } from '../site-file.ts';
import { type Audience, audiences } from './audiences.ts';
import { firstCall } from './first-call.ts';
import { page } from './layout.ts';

/** The page a person opens first. Whatever it says about the API it takes from the bundles. */
export function landing({ bundles }: Contract, titles: ReadonlyMap<Guide, string>): SiteFile {
  const surfaces = bundles.map(surfaceFacts);
  return page({
    path: landingPage,
    title: 'Penstock: one contract for pipes and their observability',
    description: 'A hand-written OpenAPI contract for data pipes and their observability stack.',
    layout: 'page',
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
<h1>One contract. Everything else follows from it.</h1>
<p class="lead">Penstock is an OpenAPI contract, written by hand, for managing data pipes and their observability stack:
${operations} operations on two surfaces. Types, a client, server stubs, a working reference server, a mock and this site are
derived from it and checked against it.</p>
<p class="actions">
<a class="primary" href="#first-call">Make the first call</a>
${surfaces.map(({ surface, title }) => html`<a href="${referencePage(surface)}">${title}</a>\n`)}</p>
</div>`;
}

function twoSurfaces(surfaces: readonly SurfaceFacts[]): Html {
  return html`<section aria-labelledby="surfaces">
<h2 id="surfaces">Two surfaces</h2>
<p>The observability stack is the same on both; only the paths, the authentication and the envelope differ.
Pipes belong to the management API.</p>
<div class="cards">
${surfaces.map(surfaceCard)}</div>
</section>`;
}

function surfaceCard({ surface, title, summary, version, prefix, authentication, tags }: SurfaceFacts): Html {
  return html`<article class="card">
<h3><a href="${referencePage(surface)}">${title}</a> <span class="version">${version}</span></h3>
<p>${summary}</p>
<dl class="facts">
<dt>Paths</dt><dd><code>${prefix}/…</code></dd>
<dt>Authentication</dt><dd>${authentication.description}</dd>
<dt>Operations</dt><dd><ul class="tags">
${tags.map(
  ({ name, operations }) =>
    html`<li><a href="${tagAnchor(surface, name)}">${name}</a> <span class="count">${operations.length}</span></li>\n`,
)}</ul></dd>
</dl>
</article>
`;
}

function firstCalls(surfaces: readonly SurfaceFacts[]): Html {
  return html`<section aria-labelledby="first-call">
<h2 id="first-call">The first call</h2>
<ol class="steps">
<li><p>In a clone of the repository, start the reference server on an embedded database. It prints where it listens, and writes
credentials for both surfaces to <code>.penstock/credentials.json</code>.</p>
${codeBlock('npx -y pnpm@12.21.0 start', 'sh', 'Command that starts the reference server')}</li>
<li><p>In another terminal, put what it wrote where the samples of these pages look for it.</p>
${codeBlock(sampleEnvironment, 'sh', 'Commands that set the variables of the samples')}</li>
<li><p>Call it, in the language you like.</p>
${surfaces.map(callOf)}</li>
</ol>
</section>`;
}

function callOf(facts: SurfaceFacts): Html {
  const { operation, samples } = firstCall(facts);
  const title = `${facts.title}: ${operation.summary}`;
  return html`<h3>${title}</h3>
<div class="samples">
${samples.map(
  ({ label, lang, source }) => html`<figure><figcaption>${label}</figcaption>
${codeBlock(source, lang, `${label}, ${title}`)}</figure>
`,
)}</div>
`;
}

function guides(titles: ReadonlyMap<Guide, string>): Html {
  return html`<section aria-labelledby="guides">
<h2 id="guides">What to know before you build on it</h2>
<ul class="links">
${allGuides.map(
  (guide) => html`<li><a href="${guidePage(guide)}">${titles.get(guide) ?? ''}</a><br>${guide.summary}</li>
`,
)}</ul>
</section>`;
}

function packages(): Html {
  return html`<section aria-labelledby="packages">
<h2 id="packages">Which package is for whom</h2>
<ul class="cards">
${audiences.map(audienceCard)}</ul>
</section>`;
}

function audienceCard({ who, takes, purpose }: Audience): Html {
  const names = takes.map((name, index) => html`${index === 0 ? '' : ' + '}<code>${name}</code>`);
  return html`<li class="card">
<h3>${who}</h3>
<p>${names}</p>
<p>${purpose}</p>
</li>
`;
}

function floors(): Html {
  return html`<section aria-labelledby="floors">
<h2 id="floors">The floors</h2>
<figure class="picture">
<div class="sheet" tabindex="0" role="region" aria-label="Picture of the floors, scrolls sideways on small screens">
<img src="floors.svg" width="760" height="476" loading="lazy" alt="The hand-written openapi folder is on top. From it the contract package is generated, and from that come client, mock, conformance, server and site. The reference server stands on server and site.">
</div>
<figcaption>Each floor uses only what stands above it; nothing ever points upwards.</figcaption>
</figure>
</section>`;
}

function downloads(bundles: readonly Bundle[]): Html {
  return html`<section aria-labelledby="downloads">
<h2 id="downloads">Downloads</h2>
<p>Each surface as one OpenAPI 3.1 document, examples included, for the tools you already have.</p>
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
