import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkProse } from '../../checks/prose/check-prose.ts';
import { Exceptions } from '../../checks/prose/exceptions.ts';
import { createFinder } from '../../checks/prose/find-words.ts';
import { formatCounts, formatErrors } from '../../checks/prose/format-prose.ts';
import { readGlossary } from '../../checks/prose/glossary.ts';
import { trackedFiles } from '../../checks/prose/tracked-files.ts';

const PROGRAM = join(import.meta.dirname, '../../checks/prose.ts');

const root = mkdtempSync(join(tmpdir(), 'penstock-prose-'));
afterAll(() => rmSync(root, { recursive: true }));

const find = createFinder(readGlossary());

test.each([
  ['the text of a Markdown file', 'guide.md', '# Guide\n\nThe answer is JSON.\n', '3:5 answer'],
  ['a description in YAML', 'a.yaml', 'title: A\ndescription: The places in the body.\n', '2:18 places'],
  ['a block of YAML', 'a.yaml', 'description: |\n  Mend the\n  field.\n', '2:3 Mend'],
  ['a comment of YAML', 'a.yaml', '# Sent anew\na: 1\n', '1:8 anew'],
  ['a comment of TypeScript', 'a.ts', '/** The workplace. */\n', '1:9 workplace'],
  ['a string', 'a.ts', "const text = 'not at this moment';\n", '1:27 moment'],
  ['a template', 'a.ts', `const text = \`tells\`;\n`, '1:15 tells'],
  ['an identifier in camelCase', 'a.ts', 'const readAnswers = 1;\n', '1:11 Answers'],
  ['an identifier in PascalCase', 'a.ts', 'class HTTPFault {}\n', '1:11 Fault'],
  ['an identifier in capitals', 'a.ts', 'const ALL_FAULTS = 1;\n', '1:11 FAULTS'],
  ['the name of a test', 'a.test.ts', "test('nobody may read', () => {});\n", '1:7 nobody'],
  ['JSON', 'package.json', '{ "description": "Holds all" }\n', '1:19 Holds'],
  ['a phrase', 'a.md', 'At most 5 requests a second.\n', '1:11 requests a second'],
  [
    'a phrase over two lines of a comment',
    'a.ts',
    '/*\n * One\n * file a path.\n */\n',
    '2:4 One\n * file a path',
  ],
  ['a phrase that contains a word', 'a.md', 'It is held against the contract.\n', '1:7 held against'],
])('%s is read', async (_kind, file, text, expected) => {
  expect(await errorsIn(file, text)).toEqual([expected]);
});

test('the name of a file is read', async () => {
  expect(await errorsIn('src/answers/index.ts', 'export const a = 1;\n')).toEqual(['1:1 answers']);
});

test.each([
  'Replace the placeholder.',
  'The default is irreplaceable.',
  'See https://example.net/answers/moment for it.',
  'A file per path, and one request per second.',
  'A household amend, a commendation.',
])('%s has no word to replace', async (text) => {
  expect(await errorsIn('a.md', text)).toEqual([]);
});

test('an exception covers its text, in its files only', async () => {
  const exceptions = exceptionsOf(`
files: []
texts: [{ text: connection refused, path: '*.md', reason: The standard term. }]`);
  expect(await errorsIn('a.md', 'Connection\nrefused, not refused.', exceptions)).toEqual(['2:14 refused']);
  expect(await errorsIn('a.ts', '// connection refused', exceptions)).toEqual(['1:15 refused']);
  expect(exceptions.unused()).toEqual([]);
});

test('a file that is excepted is not read', async () => {
  const exceptions = exceptionsOf("files: [{ path: '*.txt', reason: Of others. }]\ntexts: []");
  expect(await errorsIn('a.txt', 'The answer.', exceptions)).toEqual([]);
});

test('an exception that nothing needs is named', async () => {
  const exceptions = exceptionsOf(`
files: [{ path: LICENCE, reason: Of others. }]
texts: [{ text: in place, path: '*.md', reason: Ordinary English. }]`);
  await errorsIn('a.md', 'Nothing to replace.', exceptions);
  expect(exceptions.unused()).toEqual(['LICENCE', '*.md: in place']);
});

test('an exception without a reason is an error', () => {
  expect(() => exceptionsOf("files: [{ path: '*.txt' }]\ntexts: []")).toThrow(
    'has no reason: {"path":"*.txt"}',
  );
});

test('a word is printed with its location and the words to use', async () => {
  const errors = await check('a.md', 'Who asks, nobody\ncan tell.');
  expect(formatErrors(errors)).toBe(`\
a.md:1:1  "Who asks": use "client" or "caller" or "operator" or "reader"
a.md:1:11  "nobody": use "the actor" (name the server, the caller or an operator)
a.md:2:5  "tell": use "return" or "report" or "print" or "document"
`);
});

test('counts are printed per word, most frequent first', async () => {
  expect(formatCounts(await check('a.md', 'Mend this. Answer that, and the answers.'))).toBe(`\
answer               2 in 1 files
mend                 1 in 1 files
all                  3 in 1 files
`);
});

test('the command reads the files that it is given', () => {
  const { status, stdout } = spawnSync(process.execPath, [PROGRAM, '--count', PROGRAM], { encoding: 'utf8' });
  expect(stdout).toBe('all                  0 in 0 files\n');
  expect(status).toBe(0);
});

test('a folder stands for all files in it that Git does not ignore', () => {
  const files = trackedFiles(join(import.meta.dirname, '../../..'), [
    'scripts/checks/prose',
    'packages/contract',
  ]);
  expect(files).toContain('scripts/checks/prose/words.yaml');
  expect(files).toContain('packages/contract/src/index.ts');
  expect(files.filter((file) => file.includes('/generated/'))).toEqual([]);
});

test('an option that does not exist fails, with the help', () => {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, '--colour'], { encoding: 'utf8' });
  expect(stderr).toContain('Usage: node scripts/checks/prose.ts');
  expect(status).toBe(2);
});

async function errorsIn(file: string, text: string, exceptions = exceptionsOf('files: []\ntexts: []')) {
  const errors = await check(file, text, exceptions);
  return errors.map((error) => `${error.line}:${error.column} ${error.text}`);
}

async function check(file: string, text: string, exceptions = exceptionsOf('files: []\ntexts: []')) {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return checkProse(root, [file], { find, exceptions });
}

function exceptionsOf(yaml: string): Exceptions {
  const file = join(root, 'exceptions.yaml');
  writeFileSync(file, yaml);
  return new Exceptions(file);
}
