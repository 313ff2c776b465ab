import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite, type SiteOptions, type SiteReport } from './build.ts';
import { SiteBuildError } from './site-build-error.ts';
import { siteDirectory } from './site-directory.ts';

const HELP = `Usage: penstock-site [--url <url>] [--versions <folder>] [--try-it <origin>]... [--help]

Builds the reference site of both surfaces as a static folder.

  --url <url>        the public URL of the site, such as https://docs.example.org. Canonical links, sitemap.xml and the
                     pictures for previews of links contain it, and are missing without it.
  --versions <folder>
                     the sites of earlier versions for the version picker, each in a folder with its version as name,
                     such as 1.0.0: the folder \`public\` of that version of @penstock/site
  --try-it <origin>  another origin that Try-it can send requests to, such as http://127.0.0.1:4010 (\`pnpm mock\`).
                     The API must allow the origin of the site (CORS). Default: only the server of the page.
  --help             print this text
`;

/** Runs the command and returns its exit code: 0 for success, 1 for a failed build, 2 for invalid arguments. */
export async function run(
  args: readonly string[] = [],
  build: (options: SiteOptions) => Promise<SiteReport> = (options) => buildSite(siteDirectory, options),
): Promise<number> {
  try {
    const { help, ...options } = readArguments(args);
    process.stdout.write(help ? HELP : formatReport(await build(options)));
    return 0;
  } catch (error) {
    const isUsageError = String((error as { code?: unknown }).code).startsWith('ERR_PARSE_ARGS');
    if (!(error instanceof SiteBuildError) && !isUsageError) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    return isUsageError ? 2 : 1;
  }
}

function readArguments(args: readonly string[]): SiteOptions & { readonly help: boolean } {
  const {
    help = false,
    'try-it': tryIt = [],
    url,
    versions,
  } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h' },
      'try-it': { type: 'string', multiple: true },
      url: { type: 'string' },
      versions: { type: 'string' },
    },
  }).values;
  return { help, tryIt, ...(url !== undefined && { url }), ...(versions !== undefined && { versions }) };
}

function formatReport({ directory, files, milliseconds, notes }: SiteReport): string {
  const { plain = [], compressed = [] } = Object.groupBy(files, ({ path }) =>
    /\.(?:br|gz)$/.test(path) ? 'compressed' : 'plain',
  );
  const parts = Map.groupBy(plain, ({ path }) => path.replace(/\/.*/s, '/'));
  const lines = [...parts].map(
    ([name, inPart]) => `${kilobytes(sumOf(inPart)).padStart(12)}  ${name}${count(inPart)}`,
  );
  const folder = relative(process.cwd(), directory) || '.';
  const totals = `${kilobytes(sumOf(plain)).padStart(12)}  in ${folder}, ${milliseconds} ms`;
  const ofCompressed = `${kilobytes(sumOf(compressed)).padStart(12)}  of compressed files`;
  return [...lines, ofCompressed, totals, ...notes, ''].join('\n');
}

function sumOf(files: SiteReport['files']): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function count({ length }: SiteReport['files']): string {
  return length === 1 ? '' : ` (${length} files)`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
