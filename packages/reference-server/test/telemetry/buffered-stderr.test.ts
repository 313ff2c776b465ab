import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const LOGGER = join(import.meta.dirname, '../../src/telemetry/logger.ts');

/** Runs these statements in a process with a logger, and returns the messages that it wrote to stderr. */
async function messagesOf(statements: string): Promise<string[]> {
  const child = start(statements);
  const [written] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return [...written.matchAll(/"msg":"([^"]+)"/g)].map(([, message = '']) => message);
}

function start(statements: string) {
  const program = `import { createLogger } from ${JSON.stringify(LOGGER)}; const logger = createLogger('info'); ${statements}`;
  const args = ['--conditions=@penstock/source', '--input-type=module-typescript', '--eval', program];
  return spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe'] });
}

test('lines that wait are written when the process exits', async () => {
  expect(await messagesOf(`logger.info('one'); logger.info('two');`)).toEqual(['one', 'two']);
  expect(await messagesOf(`logger.info('one'); process.exit(3);`)).toEqual(['one']);
});

test('lines that wait are written before an uncaught error ends the process', async () => {
  expect(await messagesOf(`logger.info('one'); throw new Error('It broke.');`)).toEqual(['one']);
});

test('a warning is written at once, after the lines before it; SIGKILL loses the lines after it', async () => {
  const kill = `process.kill(process.pid, 'SIGKILL')`;
  expect(await messagesOf(`logger.info('one'); logger.warn('two'); logger.info('three'); ${kill};`)).toEqual([
    'one',
    'two',
  ]);
});

test('lines fill the buffer and are longer than it, in any script, and none is lost', async () => {
  const [short, long] = ['ü日😀'.repeat(50), 'ü日😀'.repeat(10_000)];
  const statements = `for (let i = 0; i < 100; i++) logger.info('${short}'); logger.info('${long}'); logger.info('${short}');`;
  expect(await messagesOf(statements)).toEqual([...Array.from({ length: 100 }, () => short), long, short]);
});

test('a line waits for a short time only', async () => {
  const waitAndKill = `setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2_000)`;
  expect(await messagesOf(`logger.info('one'); ${waitAndKill};`)).toEqual(['one']);
});

test('a process ends although nothing reads its lines any more', async () => {
  for (const level of ['info', 'warn']) {
    const child = start(
      `process.stdin.once('end', () => { logger.${level}('one'); process.exit(3); }).resume();`,
    );
    child.stderr.destroy();
    await once(child.stderr, 'close');
    child.stdin.end();
    expect(await once(child, 'exit'), level).toEqual([3, null]);
  }
});
