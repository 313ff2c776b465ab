import { type Html, html } from '../html.ts';
import { relativeLink } from '../links.ts';
import { codeBlock } from '../markdown/render.ts';
import type { CodeSample } from './code-samples.ts';

/**
 * Returns the samples with a tab per language and per example. The tabs are radio buttons, and the style sheet displays the
 * selected sample, so they work without JavaScript.
 *
 * @param id unique in the page
 * @param purpose what the samples do, for the accessible names of the code blocks
 */
export function samplesSection(samples: readonly CodeSample[], id: string, purpose: string): Html {
  const examples = [...new Map(samples.map((sample) => [sample.example, sample])).values()];
  const languages = samples.filter(({ example }) => example === examples[0]?.example);
  const tabs = [
    {
      kind: 'language',
      legend: 'Language',
      options: languages.map(({ lang, label }) => ({ value: lang, label })),
    },
    {
      kind: 'example',
      legend: 'Example',
      options: examples.map(({ exampleTitle = '' }, index) => ({
        value: String(index + 1),
        label: exampleTitle,
      })),
    },
  ];
  return html`<div class="samples">
${tabs.map((each) => (each.options.length > 1 ? tabList(each, id) : ''))}${samples.map((sample) =>
  figure(sample, examples.findIndex(({ example }) => example === sample.example) + 1, purpose),
)}</div>
`;
}

interface Tabs {
  readonly kind: string;
  readonly legend: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

function tabList({ kind, legend, options }: Tabs, id: string): Html {
  return html`<fieldset class="tabs ${kind}"><legend>${legend}</legend>
${options.map(
  ({ value, label }, index) =>
    html`<label id="${id}-${value}"><input type="radio" name="${id}-${kind}" value="${value}"${index === 0 ? html` checked` : ''}><span>${label}</span></label>\n`,
)}</fieldset>
`;
}

function figure({ lang, label, exampleTitle, source }: CodeSample, example: number, purpose: string): Html {
  const caption = exampleTitle === undefined ? label : `${label}: ${exampleTitle}`;
  return html`<figure class="${lang} example-${example}"><figcaption>${caption}</figcaption>
${codeBlock(source, lang, `${caption}, ${purpose}`)}</figure>
`;
}

/** The script of the section: it remembers the language, and adds copy buttons. For the head of the page at `path`. */
export function samplesScript(path: string): Html {
  return html`<script src="${relativeLink(path, 'samples/samples.js')}" type="module"></script>\n`;
}
