import { expect, test } from 'vitest';
import { EngineError, EngineUnavailableError } from '../../src/port/engine-error.ts';
import { destinationFailure } from '../../src/writer/engine-failure.ts';

const TABLE = { database: 'shop', table: 'orders' };

test.each([
  ['UNKNOWN_TABLE', 'Table shop.orders does not exist', /does not exist any more. Create it again/],
  ['NOT_ENOUGH_SPACE', 'Cannot reserve 58.14 MiB', /disk of the engine is full/],
  ['MEMORY_LIMIT_EXCEEDED', 'would use 128 MiB', /give the engine more memory/],
  [
    'STD_EXCEPTION',
    'create_directories: Permission denied ["/var/lib/engine"]',
    /may not write to its data folder/,
  ],
  [
    'STD_EXCEPTION',
    "EROFS: read-only file system, open '/var/lib/engine/spool'",
    /may not write to its data folder/,
  ],
  ['TOO_MANY_PARTS', 'Too many parts (300)', /has not merged its parts yet/],
  [
    'SOMETHING_NEW',
    'the moon is full (in file/uri /var/lib/x): While executing File',
    /\. the moon is full \(SOMETHING_NEW, code 1\)\.$/,
  ],
])('%s becomes a failure of the destination', (type, detail, message) => {
  const failure = destinationFailure(new EngineError(1, type, detail), TABLE, 'take rows');
  expect(failure).toMatchObject({
    name: 'PipeError',
    code: 'destination_failed',
    message: expect.stringMatching(message),
  });
  expect((failure as Error).message).toMatch(/^The table `shop`.`orders` cannot take rows\. /);
  expect((failure as Error).message).not.toContain('/var/lib');
});

test('an engine that does not respond is a failure of the destination, and other errors stay as they are', () => {
  const failure = destinationFailure(
    new EngineUnavailableError('The engine is restarting.'),
    TABLE,
    'take rows',
  );
  expect(failure).toMatchObject({ name: 'PipeError', code: 'destination_failed' });
  const other = new Error('other');
  expect(destinationFailure(other, TABLE, 'take rows')).toBe(other);
});
