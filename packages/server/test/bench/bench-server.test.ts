import { describe, expect, test } from 'vitest';
import { ResponseReader } from '../../bench/answer-reader.ts';
import { BenchmarkError } from '../../bench/benchmark-error.ts';
import { median, turns } from '../../bench/measurement.ts';

describe('the response reader', () => {
  test('knows the end of each answer, wherever they are cut', () => {
    const responses = [
      'HTTP/1.1 404 Not Found\r\nContent-Length: 3\r\n\r\n"ä',
      'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
    ];
    const reader = new ResponseReader();
    for (const bytes of responses.map((text) => Buffer.from(text))) {
      for (let cut = 1; cut < bytes.length; cut++) {
        expect(reader.isComplete(bytes.subarray(0, cut))).toBe(false);
        expect(reader.isComplete(bytes.subarray(cut))).toBe(true);
      }
    }
    expect(reader.status).toBe(200);
  });

  test('refuses an answer whose end nobody can know', () => {
    const chunked = Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    expect(() => new ResponseReader().isComplete(chunked)).toThrow(BenchmarkError);
  });
});

describe('the rounds of a benchmark', () => {
  test('go forwards and backwards by turns', () => {
    const names = [...turns(['a', 'b'], 3)].map(({ round, name }) => `${round}${name}`);
    expect(names).toEqual(['1a', '1b', '2b', '2a', '3a', '3b']);
  });

  test('are summed up by their median', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([10, 9, 1, 5])).toBe(7);
  });
});
