import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestServer } from '@penstock/reference-server/testing';

const REPOSITORY = join(import.meta.dirname, '../../../..');
/** The command of the sources, because tests do not need the built packages. */
const MAIN = join(REPOSITORY, 'packages/reference-server/src/cli/main.ts');
const PENSTOCK = `node --conditions=@penstock/source --no-warnings --input-type=module --eval 'import { main } from "${MAIN}"; await main(process.argv.slice(1));' --`;

/** The commands of a section of a guide. */
export function commandsOf(guide: string, title: string): string[] {
  return blocksOf(guide, title, 'sh');
}

/** The output of commands in a section of a guide. */
export function outputOf(guide: string, title: string): string[] {
  return blocksOf(guide, title, '');
}

function blocksOf(guide: string, title: string, language: string): string[] {
  const text = readFileSync(join(REPOSITORY, `openapi/description/guides/${guide}.md`), 'utf8');
  const [, section = ''] = text.split(`## ${title}\n`);
  const [before = ''] = section.split('\n## ');
  const blocks = before.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm);
  return [...blocks].filter(([, ofBlock]) => ofBlock === language).map(([, , content = '']) => content);
}

/**
 * Runs commands of a guide in a folder, against a server.
 *
 * @param replaced what the guide contains, and what stands for it in the test
 */
export function guideShell(
  server: TestServer,
  folder: string,
  replaced: Readonly<Record<string, string>>,
): (commands: string) => Promise<string> {
  return async (commands) => {
    const all = {
      'npx -y pnpm@12.21.0 exec penstock': PENSTOCK,
      'http://127.0.0.1:8080': server.url,
      ...replaced,
    };
    const script = Object.entries(all).reduce((text, [from, to]) => text.replaceAll(from, to), commands);
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script], {
      cwd: folder,
      env: {
        PATH: `${join(process.execPath, '..')}:${process.env.PATH}`,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        PENSTOCK_DATA: '.penstock',
      },
    });
    return stdout;
  };
}
