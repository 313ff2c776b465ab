import { operations } from '@penstock/contract';
import { expect, test } from 'vitest';
import { builtSite, text } from '../support/built-site.ts';

const site = await builtSite();
const index = text(site, 'llms.txt');

test('has a title, a summary, and sections of links', () => {
  expect(index).toMatch(/^# Penstock\n\n> .+\n(?:> .+\n)*\n## /);
  for (const line of index.split('\n').filter((each) => each.startsWith('- ')))
    expect(line).toMatch(/^- \[[^\]]+\]\([^)\s]+\): \S/);
});

test('links to existing files, and to pages as Markdown', () => {
  const targets = [...index.matchAll(/\]\(([^)#]+)/g)].map(([, target = '']) => target);
  for (const target of targets) expect(site.has(target), target).toBe(true);
  const pages = targets.filter((target) => /^(?:guides|reference)\//.test(target));
  expect(pages.length).toBeGreaterThan(100);
  expect(pages.filter((target) => !target.endsWith('.md'))).toEqual([]);
});

test.each(Object.keys(operations))('lists %s', (operationId) => {
  expect(index).toContain(`- [${operationId}](`);
});
