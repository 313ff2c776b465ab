import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseYaml } from '@redocly/openapi-core';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, test } from 'vitest';
import { markdownReport } from '../../src/report/markdown.ts';
import { code, codeBlock, escaped, sentence } from '../../src/report/markdown-text.ts';
import { casesOf, diffDocuments, judgeCase } from '../support/corpus.ts';

/** Text of a contract that tries to be markup in the report. */
const hostile = [
  '<img src=x onerror=alert(1)>',
  '</details><script>alert(1)</script>',
  '[click](javascript:alert(1)) ![x](https://example.com/pixel.png)',
  '`code` ``more`` ``` "quoted" \'single\'',
  '| a | b |',
  '**bold** _it_ ~~gone~~ # title',
  'https://example.com www.example.com mail@example.com',
  'line\n\n# title\n\n- item',
  '&lt;b&gt; &amp; \\',
];

describe('a report for a reviewer', () => {
  test('reports what breaks, which clients, where, and what to do', async () => {
    const report = await reportOf('breaking', 'request-enum-value-removed');

    expect(report).toContain('## 1 breaking change');
    expect(report).toContain('need a **major** version');
    expect(report).toContain('| pipes | stable | 1 |');
    expect(report).toContain('`POST /v1/pipes`');
    expect(report).toContain('`["none","gzip","zstd"]` → `["none","gzip"]`');
    expect(report).toContain('A request that was valid is rejected.');
    expect(report).toContain('Continue to accept what was accepted.');
  });

  test('folds away what is safe', async () => {
    const report = await reportOf('safe', 'operation-added');

    expect(report).toMatch(
      /<details>\n<summary>1 addition<\/summary>[\s\S]*`DELETE \/v1\/pipes\/\{pipeId\}`/,
    );
  });

  test('lists changed texts about an order for a reader to judge', async () => {
    const report = await reportOf('safe', 'list-order-reworded');

    expect(report).toContain('### For the reviewer to decide');
  });

  test('lets nothing in the contract become markup', async () => {
    const base = parseYaml(await readFile(join(import.meta.dirname, '../../corpus/base.yaml'), 'utf8')) as {
      paths: object;
    };
    const operation = (text: string) => ({
      operationId: text,
      description: `${text} in the order of ${text}`,
      parameters: [{ name: text, in: 'query', schema: { type: 'string', enum: [text], default: text } }],
      responses: { '200': { description: text, content: { [text]: { schema: schema(text) } } } },
    });
    const schema = (text: string) => ({
      type: 'object',
      properties: { [text]: { type: 'string', title: text } },
    });
    const before = Object.fromEntries(
      hostile.map((text, at) => [`/${at}/${text}`, { get: operation(text) }]),
    );
    const after = Object.fromEntries(
      hostile.map((text, at) => [`/${at}/${text}`, { get: operation(`${text}, ${text}`) }]),
    );
    const diff = await diffDocuments({ ...base, paths: before }, { ...base, paths: after });

    const tree = parse(markdownReport({ documents: [{ name: hostile.join(' '), diff }] }));

    expect(diff.breaking).toBe(true);
    expect(typesIn(tree).filter((type) => ['link', 'image', 'delete', 'emphasis'].includes(type))).toEqual(
      [],
    );
    expect([...new Set(htmlIn(tree))].sort()).toEqual(expect.arrayContaining(['</details>', '<!-- -->']));
    for (const html of htmlIn(tree)) {
      expect(html).toMatch(/^(<!-- -->|<\/?details>|<details>\n<summary>[\w ]+<\/summary>|<\/?summary>)$/);
    }
  });
});

describe('text from a contract', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(
        ...'`\\<>[]()!*_~#|&:/.-+=1 \n\'"',
        'www.',
        'https://',
        'a@b.c',
        'example.com',
        '<b>',
        '</details>',
      ),
    }),
  );

  test('is displayed unchanged, and as text only', () => {
    fc.assert(
      fc.property(text, (string) => {
        const tree = parse(`- **Where:** x${escaped(string)}x`);

        expect(
          typesIn(tree).filter(
            (type) => !['list', 'listItem', 'paragraph', 'strong', 'text', 'html'].includes(type),
          ),
        ).toEqual([]);
        expect(htmlIn(tree).every((html) => html === '<!-- -->')).toBe(true);
      }),
    );
  });

  test('is one piece of code if it is written as code', () => {
    fc.assert(
      fc.property(text, (string) => {
        const tree = parse(`x ${code(string)} x`);

        expect(typesIn(tree)).toEqual(['paragraph', 'text', 'inlineCode', 'text']);
      }),
    );
  });

  test('stays in its block of code', () => {
    fc.assert(
      fc.property(text, (string) => {
        expect(typesIn(parse(codeBlock(string, 'yaml')))).toEqual(['code']);
      }),
    );
  });

  test('is text and code if it has names in backticks', () => {
    expect(sentence("`a` became 'b'.")).toBe('`a` became `b`.');
    fc.assert(
      fc.property(text, (string) => {
        const types = typesIn(parse(`x ${sentence(`Property \`${string}\` was removed.`)}`));

        expect(types.filter((type) => !['paragraph', 'text', 'inlineCode', 'html'].includes(type))).toEqual(
          [],
        );
      }),
    );
  });
});

async function reportOf(verdict: 'breaking' | 'safe', name: string): Promise<string> {
  const found = (await casesOf(verdict)).find((one) => one.name === name);
  if (!found) throw new Error(`The corpus has no ${verdict}/${name}.`);
  return markdownReport({ documents: [{ name: 'pipes', diff: await judgeCase(found) }] });
}

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** As GitHub reads it. */
function parse(markdown: string): Node {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node;
}

function nodesIn(node: Node): Node[] {
  return (node.children ?? []).flatMap((child) => [child, ...nodesIn(child)]);
}

function typesIn(tree: Node): string[] {
  return nodesIn(tree).map(({ type }) => type);
}

function htmlIn(tree: Node): string[] {
  return nodesIn(tree).flatMap(({ type, value }) => (type === 'html' ? [value ?? ''] : []));
}
