import { type Html, html } from '../html.ts';
import { relativeLink } from '../links.ts';
import { codeBlock } from '../markdown/render.ts';
import { type Tabs, tabs } from '../pages/tabs.ts';
import type { CodeSample } from './code-samples.ts';

/**
 * Returns the samples with a tab per language and per example. The style sheet displays the selected sample.
 *
 * @param id unique in the page
 * @param purpose what the samples do, for the accessible names of the code blocks
 */
export function samplesSection(samples: readonly CodeSample[], id: string, purpose: string): Html {
  const examples = [...new Map(samples.map((sample) => [sample.example, sample])).values()];
  const languages = samples.filter(({ example }) => example === examples[0]?.example);
  const lists: readonly Tabs[] = [
    {
      kind: 'language',
      legend: 'Language',
      name: `${id}-language`,
      options: languages.map(({ lang, label }) => ({ value: lang, label, id: `${id}-${lang}` })),
    },
    {
      kind: 'example',
      legend: 'Example',
      name: `${id}-example`,
      options: examples.map(({ exampleTitle = '' }, index) => ({
        value: String(index + 1),
        label: exampleTitle,
        id: `${id}-${index + 1}`,
      })),
    },
  ];
  return html`<div class="samples">
${lists.filter(({ options }) => options.length > 1).map(tabs)}${samples.map((sample) =>
  figure(sample, examples.findIndex(({ example }) => example === sample.example) + 1, purpose),
)}</div>
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
