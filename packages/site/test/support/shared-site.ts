import { access, mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { SiteOptions, SiteReport } from '../../src/building.ts';
import type {} from './site-folder.ts';

/** A site that all tests of a run share. Tests must not change it. */
interface SharedSite {
  readonly folder: string;
  /** The report of its build, which was in another folder. */
  readonly report: SiteReport;
}

/** A file that was in the folder of `siteWithTryIt` before the build. */
export const earlierFile = { name: 'CNAME', text: 'docs.example.net' } as const;

/** The origins of `siteWithTryIt`. */
export const tryIt = ['http://127.0.0.1:4010', 'HTTPS://API.Example.net:443/'] as const;

/** Returns the folder of the built site. */
export async function sharedSite(): Promise<string> {
  return (await built('site', {})).folder;
}

/** Returns the report of the build of the site. */
export async function sharedReport(): Promise<SiteReport> {
  return (await built('site', {})).report;
}

/** Returns the folder of a site with origins for Try-it, built into a folder with a file. */
export async function siteWithTryIt(): Promise<string> {
  const { folder } = await built('with-try-it', { tryIt }, (draft) =>
    writeFile(join(draft, earlierFile.name), earlierFile.text),
  );
  return folder;
}

/** Builds a site, unless another test has done so. */
async function built(
  name: string,
  options: SiteOptions,
  prepare?: (draft: string) => Promise<void>,
): Promise<SharedSite> {
  const parent = inject('siteFolder');
  const shared = join(parent, name);
  if (!(await exists(shared))) await buildInto(shared, options, prepare);
  const report = JSON.parse(await readFile(join(shared, 'report.json'), 'utf8')) as SiteReport;
  return { folder: join(shared, 'site'), report };
}

async function buildInto(
  shared: string,
  options: SiteOptions,
  prepare?: (draft: string) => Promise<void>,
): Promise<void> {
  const { buildSite } = await import('../../src/build.ts');
  const draft = await mkdtemp(`${shared}-`);
  const folder = join(draft, 'site');
  await mkdir(folder);
  await prepare?.(folder);
  const report = await buildSite(folder, { ...options, compress: false });
  await writeFile(join(draft, 'report.json'), JSON.stringify(report));
  await rename(draft, shared).catch(async (error: unknown) => {
    // Another worker was faster.
    if (!(await exists(shared))) throw error;
  });
}

function exists(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  );
}
