import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, getLineColLocation, lint, type Plugin } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { EXCEPTIONS } from '../../../../openapi/lint/exceptions.ts';
import plugin from '../../../../openapi/lint/plugin.ts';
import { rules } from '../../../../openapi/lint/rules.ts';
import { NO_ORPHANS } from '../../../generate/lint/orphans.ts';
import { TWINS } from '../../../generate/lint/unequal-twins.ts';

const repository = join(import.meta.dirname, '../../../..');
const folder = join(repository, 'openapi/lint');

interface Report {
  /** File and line. */
  at: string;
  message: string;
}

/** The reports of one rule about a document. */
async function reports(rule: string, ref: string): Promise<Report[]> {
  const style: Plugin = plugin({ contentDir: repository });
  const config = await createConfig({ plugins: [style], rules: { [`penstock/${rule}`]: 'error' } });
  const problems = await lint({ ref, config });
  return problems.map(({ message, location: [location] }) => {
    if (!location) throw new Error(`${rule} reported without a location: ${message}`);
    const { source, start } = getLineColLocation(location);
    return { at: `${source.absoluteRef}:${start.line}`, message };
  });
}

/** The reports that a fixture expects: ` # bad: ` and parts of the messages, on the invalid lines. */
function expectedReports(document: string): Report[] {
  const files = [document, ...globSync(`${document.replace(/\.yaml$/, '')}/**/*.yaml`)];
  return files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const messages = / # bad: (.+)$/.exec(line)?.[1]?.split(' | ') ?? [];
      return messages.map((message) => ({ at: `${file}:${index + 1}`, message }));
    });
  });
}

/** Reports as lines that can be compared; what was expected at a line stands for the report that contains it. */
function comparable(found: Report[], expected: Report[]): string[] {
  const shortened = found.map(({ at, message }) => {
    const match = expected.find((other) => other.at === at && message.includes(other.message));
    return `${at}  ${match?.message ?? message}`;
  });
  return shortened.sort();
}

describe.each(rules.map((rule) => [rule.number, rule.id] as const))('%s %s', (_, id) => {
  const fixture = (name: string) => join(folder, 'fixtures', id, `${name}.yaml`);

  test('is content with what is good', async () => {
    expect(await reports(id, fixture('good'))).toEqual([]);
  });

  test('reports each violation, and how to fix it', async () => {
    const expected = expectedReports(fixture('bad'));
    const found = await reports(id, fixture('bad'));
    expect(comparable(found, expected)).toEqual(comparable(expected, expected));
    expect(expected).not.toEqual([]);
    // What is wrong, and what to do: two sentences.
    for (const { message } of found) expect(message).toMatch(/^\S.+?\. \S.+\.$/);
  });
});

describe('the style', () => {
  const listed = readFileSync(join(repository, 'openapi/guidelines/style.md'), 'utf8');
  const numbered = [...rules, NO_ORPHANS, TWINS]
    .map(({ number, id }) => `${number} \`penstock/${id}\``)
    .sort();

  test('is the rules of style.md, each by its number and id', () => {
    const headings = [...listed.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(numbered);
  });

  test('documents the requirement, the reason and examples of each rule', () => {
    for (const section of listed.split(/^### /m).slice(1)) {
      expect(section).toMatch(/\bMUST\b/);
      expect(section).toMatch(/^Why: \S/m);
      expect(section).toMatch(/^# good$/m);
      expect(section).toMatch(/^# bad$/m);
    }
  });

  test('is the files of openapi/lint/rules, each with its fixtures', () => {
    const ids = rules.map(({ id }) => id).sort();
    const files = readdirSync(join(folder, 'rules')).sort();
    expect(files).toEqual(ids.map((id) => `${id}.ts`));
    expect(readdirSync(join(folder, 'fixtures')).sort()).toEqual(ids);
  });

  test('is applied as a whole: redocly.yaml switches no rule of it off', () => {
    const { extends: presets, rules: settings } = parse(
      readFileSync(join(repository, 'redocly.yaml'), 'utf8'),
    ) as { extends: string[]; rules: Record<string, unknown> };
    expect(presets).toContain('penstock/style');
    expect(Object.keys(settings).filter((id) => id.startsWith('penstock/'))).toEqual([EXCEPTIONS]);
  });

  test('has no more exceptions than it had: lower this number, never raise it', () => {
    const exceptions = parse(readFileSync(join(folder, 'exceptions.yaml'), 'utf8')) as unknown[];
    expect(exceptions.length).toBeLessThanOrEqual(8);
  });
});
