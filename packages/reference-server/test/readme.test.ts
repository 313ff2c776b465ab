import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { closedPort } from './support/closed-port.ts';
import { ENGINE_INSTALLED, withEngine } from './support/engine.ts';
import { startProcess, temporaryFolder } from './support/test-server.ts';

const README = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
const BIN = join(import.meta.dirname, '../bin/penstock.js');
const BUCKET = join(import.meta.dirname, '../../examples/src/serve-folder-as-s3.ts');
const SEPARATOR = '--- next ---';

test.runIf(ENGINE_INSTALLED)(
  'the commands of the 60-second tour work, and return what the README prints',
  async () => {
    const folder = temporaryFolder();
    const server = await startProcess(withEngine(join(folder, '.penstock')));
    const port = await closedPort();
    const [credentials = '', ...calls] = blocks('sh').map((block) =>
      block
        .replaceAll('http://127.0.0.1:8080', server.url)
        .replaceAll('http://127.0.0.1:9090', `http://127.0.0.1:${port}`)
        .replace(
          /npx -y pnpm@12\.21\.0 exec node packages\/examples\/src\/serve-folder-as-s3\.ts clicks/,
          `'${process.execPath}' --no-warnings '${BUCKET}' clicks ${port}`,
        )
        .replaceAll('npx -y pnpm@12.21.0 exec penstock', `'${process.execPath}' '${BIN}'`),
    );
    const script = [`trap 'kill $(jobs -p)' EXIT\n${credentials}`, ...calls].join(`\necho '${SEPARATOR}'\n`);
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], { cwd: folder });

    const [, ...responses] = stdout.split(SEPARATOR).map(comparable);
    const printed = blocks('json').map(comparable);
    expect(printed.length).toBe(calls.length);
    for (const [index, text] of printed.entries()) {
      const [beginning = ''] = text.split('…');
      expect(responses[index]?.slice(0, beginning.length)).toBe(beginning);
    }
  },
);

function blocks(language: string): string[] {
  const tour = README.slice(README.indexOf('## 60 seconds'), README.indexOf('The same from TypeScript'));
  return [...tour.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
    ([, block = '']) => block,
  );
}

/** Without what differs from call to call, and without the line breaks that fit the page. */
function comparable(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>').replaceAll('\n', '');
}
