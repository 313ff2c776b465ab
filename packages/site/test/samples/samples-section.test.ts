import { readFile } from 'node:fs/promises';
import { operations } from '@penstock/contract';
import { requestExamples } from '@penstock/contract/examples';
import { expect, test } from 'vitest';
import { builtSite, text } from '../support/built-site.ts';

const site = await builtSite();
const styles = await readFile(new URL('../../assets/style/samples.css', import.meta.url), 'utf8');
const languages = ['bash', 'typescript', 'python', 'go', 'rust', 'java'];
const pages = Object.entries(operations).map(([id, { surface, tag }]) => ({
  id: id as keyof typeof operations,
  page: text(site, `reference/${surface}/${tag}/${id}/index.html`),
}));

test('the page of each operation has a tab per language, and each sample once', () => {
  for (const { id, page } of pages) {
    const examples = Math.max(Object.keys(requestExamples(id)).length, 1);
    const figures = [...page.matchAll(/<figure class="(\w+) example-(\d+)">/g)].map(
      ([, lang, example]) => `${lang} ${example}`,
    );
    const expected = languages.flatMap((lang) =>
      Array.from({ length: examples }, (_, index) => `${lang} ${index + 1}`),
    );
    expect(figures, id).toEqual(expected);
    expect(valuesOf(page, 'language'), id).toEqual(languages);
    expect(valuesOf(page, 'example'), id).toEqual(
      examples === 1 ? [] : Array.from({ length: examples }, (_, index) => String(index + 1)),
    );
  }
});

test('the style sheet hides each sample that is not selected', () => {
  for (const { id, page } of pages) {
    for (const [, lang, example] of page.matchAll(/<figure class="(\w+) (example-\d+)">/g)) {
      expect(styles, id).toMatch(new RegExp(`\\) \\.${lang}[,\\s]`));
      expect(styles, id).toMatch(new RegExp(`\\) \\.${example}[,\\s]`));
    }
  }
});

test('tabs have the titles of the examples', () => {
  const { page = '' } = pages.find(({ id }) => id === 'createPipe') ?? {};
  expect(page).toContain('<span>Google Cloud Storage with a queue</span>');
  expect(page).toContain('<figcaption>Rust: Google Cloud Storage with a queue</figcaption>');
});

function valuesOf(page: string, kind: string): string[] {
  const pattern = new RegExp(`<input type="radio" name="samples-${kind}" value="(\\w+)"`, 'g');
  return [...page.matchAll(pattern)].map(([, value = '']) => value);
}
