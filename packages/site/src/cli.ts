import { relative } from 'node:path';
import { buildSite, type SiteReport } from './build.ts';
import { SiteBuildError } from './site-build-error.ts';

/** Builds the site for the person at the terminal and answers the exit code. */
export async function run(build: () => Promise<SiteReport> = () => buildSite()): Promise<number> {
  try {
    process.stdout.write(formatReport(await build()));
    return 0;
  } catch (error) {
    if (!(error instanceof SiteBuildError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

function formatReport({ directory, files, milliseconds }: SiteReport): string {
  const lines = files.map(({ path, bytes }) => `${kilobytes(bytes).padStart(12)}  ${path}`);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const folder = relative(process.cwd(), directory) || '.';
  return `${lines.join('\n')}\n${kilobytes(total).padStart(12)}  in ${folder}, ${milliseconds} ms\n`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
