import { spawnSync } from 'node:child_process';
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CodeSample, codeSamples } from '../../src/samples/code-samples.ts';

/*
 * Samples must send exactly the value of their example. Each language parses its own samples: bash, Python, and the JavaScript
 * of this process. Many bodies share one process, because processes start slowly.
 */

const character = fc.oneof(
  fc.constantFrom(
    ...`'"\`$\\!@#%&*~^|;<>(){}[]:,=?/- \n\r\t\0\u007f\u2028\u2029\u{1f600}é`,
    '\ud800',
    '\udc00',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const key = fc.oneof(
  fc.string({ unit: character }),
  fc.constantFrom('__proto__', 'constructor', 'class', '1', 'a-b'),
);
const text = fc.oneof(
  fc.string({ unit: character }),
  fc.constantFrom("'\\''", '$(exit 1)', '$HOME', '@/etc/passwd', '{x}'),
);
const { body } = fc.letrec((tie) => ({
  body: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('body'), { maxLength: 5 }),
    fc.array(fc.tuple(key, tie('body')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
  ),
}));
const bodies = fc.array(body, { minLength: 1, maxLength: 40 });

const ARGUMENTS_END = '\u0001\n';

test('bash passes the exact body, headers and URL to curl', () => {
  const print = `curl() { printf '%s\\0' "$@"; printf '\\001\\n'; }`;
  fc.assert(
    fc.property(bodies, (sent) => {
      const script = [print, ...sent.map((value) => sampleOf(value, 'bash'))].join('\n');
      const env = { PENSTOCK_URL: 'http://127.0.0.1:8080', PENSTOCK_TOKEN: 'a b$c' };
      const { stdout, stderr } = spawnSync('bash', ['-eu'], { input: script, env, encoding: 'utf8' });
      expect(stderr).toBe('');
      const calls = stdout.split(ARGUMENTS_END).slice(0, -1);
      expect(calls.map((call) => call.split('\0').slice(0, -2))).toEqual(
        sent.map(() => [
          'http://127.0.0.1:8080/api/v2/alerts',
          '--header',
          'Authorization: Bearer a b$c',
          '--header',
          'Content-Type: application/json',
          '--data',
        ]),
      );
      const received = calls.map((call) => JSON.parse(call.split('\0').at(-2) ?? ''));
      expect(JSON.stringify(received)).toBe(JSON.stringify(sent));
    }),
    { numRuns: 25 },
  );
});

test('TypeScript passes the exact body to the client', () => {
  const context = createContext();
  fc.assert(
    fc.property(body, (sent) => {
      const [, literal = ''] = /alerts\.create\((.*)\);\nconsole/s.exec(sampleOf(sent, 'typescript')) ?? [];
      expect(runInContext(`JSON.stringify(${literal})`, context)).toBe(JSON.stringify(sent));
    }),
    { numRuns: 500 },
  );
});

const PYTHON = spawnSync('python3', ['--version']).status === 0;

test.skipIf(!PYTHON)('Python passes the exact body to requests', () => {
  const read = `import ast, json, sys
def body(source):
    call = next(node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and node.keywords)
    return ast.literal_eval(next(keyword.value for keyword in call.keywords if keyword.arg == "json"))
print(json.dumps([body(source) for source in json.load(sys.stdin)]))
`;
  fc.assert(
    fc.property(bodies, (sent) => {
      const input = JSON.stringify(sent.map((value) => sampleOf(value, 'python')));
      const { stdout, stderr } = spawnSync('python3', ['-c', read], { input, encoding: 'utf8' });
      expect(stderr).toBe('');
      expect(JSON.stringify(JSON.parse(stdout))).toBe(JSON.stringify(sent));
    }),
    { numRuns: 15 },
  );
});

test('Go, Rust and Java send the exact body', () => {
  fc.assert(
    fc.property(body, (sent) => {
      const wellFormed = JSON.stringify(sent, (_, value) =>
        typeof value === 'string' ? value.toWellFormed() : value,
      );
      expect(JSON.stringify(bodyOfGo(sampleOf(sent, 'go')))).toBe(JSON.stringify(sent));
      expect(JSON.stringify(bodyOfJava(sampleOf(sent, 'java')))).toBe(JSON.stringify(sent));
      expect(JSON.stringify(bodyOfRust(sampleOf(sent, 'rust')))).toBe(
        JSON.stringify(JSON.parse(wellFormed, withWellFormedKeys)),
      );
    }),
    { numRuns: 500 },
  );
});

/** The raw string of Go ends at the next backquote. */
function bodyOfGo(source: string): unknown {
  const [, raw = ''] = /NewReader\(`([^`]*)`\)\n/.exec(source) ?? [];
  expect(raw).not.toMatch(/[\r\0\ufeff]/);
  return JSON.parse(raw);
}

/** The text block of Java ends at the next three quotes. */
function bodyOfJava(source: string): unknown {
  const [, block = ''] = /var body = """\n(.*?)"""/s.exec(source) ?? [];
  return JSON.parse(block.replaceAll('\\\\', '\\'));
}

/** The literals of Rust are those of JSON but for the escapes with numbers, the sizes of integers, and trailing commas. */
function bodyOfRust(source: string): unknown {
  const [, macro = ''] = /json!\((.*)\)\)\n {8}\.send/s.exec(source) ?? [];
  const parts = macro.split(/("(?:[^"\\]|\\.)*")/);
  const json = parts.map((part, index) => (index % 2 === 1 ? jsonString(part) : jsonTokens(part)));
  return JSON.parse(json.join(''));
}

function jsonString(literal: string): string {
  expect(literal).not.toMatch(/(?<!\\)(?:\\\\)*\\[^\\"nrtu]/);
  return literal.replaceAll(
    /(\\\\)|\\u\{(\w+)\}/g,
    (_, backslashes, digits) => backslashes ?? `\\u${digits.padStart(4, '0')}`,
  );
}

function jsonTokens(tokens: string): string {
  return tokens.replaceAll('_i64', '').replaceAll(/,(?=\s*[\]}])/g, '');
}

function withWellFormedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name.toWellFormed(), item]));
}

function sampleOf(value: unknown, lang: CodeSample['lang']): string {
  const operation = {
    operationId: 'createAlert',
    method: 'POST',
    path: '/api/v2/alerts',
    summary: 'Create an alert',
    tag: 'alerts',
    requestExamples: [{ name: 'hostile', summary: 'Hostile', value }],
  };
  return codeSamples(operation).find((sample) => sample.lang === lang)?.source ?? expect.fail(lang);
}
