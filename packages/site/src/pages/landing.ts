import type { Bundle } from '../bundle.ts';
import { staticPagePolicy } from '../content-security-policy.ts';
import { firstCall } from '../first-call.ts';
import { type Html, html } from '../html.ts';
import { sampleEnvironment } from '../samples/environment.ts';
import { type SurfaceFacts, surfaceFacts } from '../surface-facts.ts';
import { type Audience, audiences } from './audiences.ts';
import { layout } from './layout.ts';
import { navigation, referencePage } from './navigation.ts';

/** The page a person opens first. Whatever it says about the API it takes from the bundles. */
export function landing(bundles: readonly Bundle[]): string {
  const surfaces = bundles.map(surfaceFacts);
  return layout({
    title: 'Penstock: one contract for pipes and their observability',
    description: 'A hand-written OpenAPI contract for data pipes and their observability stack.',
    policy: staticPagePolicy,
    bodyClass: 'page',
    body: html`<a class="skip" href="#content">Skip to the content</a>
${navigation('index.html')}
<main id="content">
${introduction(surfaces)}
${twoSurfaces(surfaces)}
${firstCalls(surfaces)}
${packages()}
${floors()}
${downloads(bundles)}
</main>
${footer(surfaces)}`,
  });
}

function introduction(surfaces: readonly SurfaceFacts[]): Html {
  return html`<h1>One contract. Everything else follows from it.</h1>
<p class="lead">Penstock is an OpenAPI contract, written by hand, for managing data pipes and their observability stack.
Types, a client, server stubs, a working reference server, a mock and this site are derived from it and checked against it.</p>
<p class="actions">
${surfaces.map(
  ({ surface, title }, index) =>
    html`<a${index === 0 ? html` class="primary"` : ''} href="${referencePage(surface)}">${title}</a>\n`,
)}</p>`;
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
<h3><a href="${referencePage(surface)}">${title}</a></h3>
<p>${summary}</p>
<dl class="facts">
<dt>Paths</dt><dd><code>${prefix}/…</code></dd>
<dt>Authentication</dt><dd>${authentication.description}</dd>
<dt>Operations</dt><dd>${tags
    .map(
      ({ name, operations }) =>
        html`<a href="${referencePage(surface)}#tag/${encodeURIComponent(name)}">${name}</a> (${operations})`,
    )
    .map((link, index) => (index === 0 ? link : html`, ${link}`))}</dd>
<dt>Version</dt><dd>${version}</dd>
</dl>
</article>
`;
}

function firstCalls(surfaces: readonly SurfaceFacts[]): Html {
  return html`<section aria-labelledby="first-call">
<h2 id="first-call">The first call</h2>
<p>In a clone of the repository this starts the reference server on an embedded database. It prints where it listens,
and writes credentials for both surfaces to <code>.penstock/credentials.json</code>.</p>
<pre tabindex="0" aria-label="Command that starts the reference server"><code>npx -y pnpm@12.21.0 start</code></pre>
<p>In another terminal, put what it wrote where the samples of these pages look for it:</p>
<pre tabindex="0" aria-label="Commands that set the variables of the samples"><code>${sampleEnvironment}</code></pre>
${surfaces.map((facts) => callOf(facts))}</section>`;
}

function callOf(facts: SurfaceFacts): Html {
  const { operation, samples } = firstCall(facts);
  const title = `${facts.title}: ${operation.summary}`;
  return html`<h3>${title}</h3>
${samples.map(
  ({ label, source }) => html`<h4>${label}</h4>
<pre tabindex="0" aria-label="${label}, ${title}"><code>${source}</code></pre>
`,
)}`;
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
<img src="floors.svg" width="760" height="476" alt="The hand-written openapi folder is on top. From it the contract package is generated, and from that come client, mock, conformance (planned), server and site. The reference server stands on server and site.">
</div>
<figcaption>Each floor uses only what stands above it; nothing ever points upwards.</figcaption>
</figure>
</section>`;
}

function downloads(bundles: readonly Bundle[]): Html {
  return html`<section aria-labelledby="downloads">
<h2 id="downloads">Downloads</h2>
<p>Each surface as one OpenAPI document, examples included, for the tools you already have.</p>
<ul>
${bundles.map(
  ({ surface, json, yaml }) => html`<li>${downloadLink(`${surface}.yaml`, yaml)}</li>
<li>${downloadLink(`${surface}.json`, json)}</li>
`,
)}</ul>
</section>`;
}

function downloadLink(name: string, content: Buffer): Html {
  return html`<a href="${name}" download>${name}</a> (${Math.ceil(content.length / 1000)} kB)`;
}

function footer(surfaces: readonly SurfaceFacts[]): Html {
  const versions = surfaces.map(({ title, version }) => `${title} ${version}`).join(', ');
  return html`<footer>
<p>${versions}. Apache-2.0. This site asks no other host for anything and keeps no credentials.
The references are drawn by Scalar (<a href="scalar-license.txt">MIT</a>).</p>
</footer>`;
}
