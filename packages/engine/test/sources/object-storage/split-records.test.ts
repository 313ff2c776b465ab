import { expect, test } from 'vitest';
import { recordSyntax } from '../../../src/sources/object-storage/record-ends.ts';
import { splitRecords } from '../../../src/sources/object-storage/split-records.ts';

/** The records of a text as `line: text`, read in chunks of every size. */
async function split(format: string, text: string): Promise<string[]> {
  const results = await Promise.all([1, 3, 7, 1_000].map((size) => splitInChunks(format, text, size)));
  for (const result of results) expect(result).toEqual(results[0]);
  return results[0] ?? [];
}

async function splitInChunks(format: string, text: string, size: number): Promise<string[]> {
  const records: string[] = [];
  for await (const { bytes, line, cut } of splitRecords(
    chunksOf(Buffer.from(text), size),
    recordSyntax(format, ','),
  ))
    records.push(`${line}${cut ? ' cut' : ''}: ${bytes.toString()}`);
  return records;
}

async function* chunksOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

test.each([
  ['TabSeparated', 'a\tb\r\n\n"c\nd', ['1: a\tb', '3: "c', '4: d']],
  ['CSV', 'a,"b\n""c"\r\nd,e"f\n,\n"g\nh', ['1: a,"b\n""c"', '3: d,e"f', '4: ,', '5: "g\nh']],
  ['CSV', '\uFEFFa,b\n', ['1: a,b']],
  ['JSONEachRow', '{"a":"}\\""}\n\n{"b":{}}{"c":1}', ['1: {"a":"}\\""}', '3: {"b":{}}', '3: {"c":1}']],
  ['JSONEachRow', '[\n{"a":1},\n{\n"b":\n{}}\n]\n', ['2: {"a":1}', '3: {\n"b":\n{}}']],
  ['JSONEachRow', '{"a":1\n{"b":"x\n{"c":3}\nno\n', ['1: {"a":1', '2: {"b":"x', '3: {"c":3}', '4: no']],
])('%s %j', async (format, text, records) => {
  expect(await split(format, text)).toEqual(records);
});

test('a record that is too long is cut, and its line is skipped', async () => {
  const long = 'x'.repeat(17 * 1024 * 1024);
  const records = await splitInChunks('TabSeparated', `a\n${long}\nb\n${long}`, 1_000_000);
  expect(records.map((record) => record.slice(0, 8))).toEqual(['1: a', '2 cut: x', '3: b', '4 cut: x']);
});
