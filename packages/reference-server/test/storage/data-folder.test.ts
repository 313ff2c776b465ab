import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDataFolder } from '../../src/storage/data-folder.ts';
import { temporaryFolder } from '../support/test-server.ts';

const isRoot = process.getuid?.() === 0;

describe('a data folder that cannot be used is reported with the remedy', () => {
  test('because its parent is a file', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    expect(() => openDataFolder(join(file, 'data'))).toThrow(
      /^The data folder .*file\/data cannot be created: .* Set PENSTOCK_DATA to a folder/,
    );
  });

  test.skipIf(isRoot)('because it is read-only (root may write everywhere)', () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    expect(() => openDataFolder(folder)).toThrow(
      /^The data folder .* cannot be written: EACCES.* Give this user access, or set PENSTOCK_DATA/,
    );
  });
});
