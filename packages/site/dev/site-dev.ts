import { join } from 'node:path';
import type { ContractSource } from './contract-source.ts';
import { liveSite, type SiteEvents } from './live-site.ts';
import { type DevServer, serveSite } from './server.ts';
import { watchFolders } from './watch.ts';

/** Prints the events of the site. */
export interface SiteDevLog {
  rebuilt(milliseconds: number): void;
  problems(problems: readonly string[]): void;
}

export interface SiteDev {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the site of the contract in `workspace`. After each change of the sources it rebuilds the site and reloads
 * every open page.
 *
 * @param source reads the contract of `workspace`
 * @param tryIt origins that Try-it may send requests to, such as that of the mock
 */
export async function startSiteDev(
  workspace: string,
  source: ContractSource,
  port: number,
  log: SiteDevLog,
  tryIt: readonly string[] = [],
): Promise<SiteDev> {
  let server: DevServer | undefined;
  const events: SiteEvents = {
    rebuilt: (milliseconds) => {
      log.rebuilt(milliseconds);
      server?.reload();
    },
    problemsChanged: (problems) => {
      log.problems(problems);
      server?.display(problems);
    },
  };
  const site = await liveSite(workspace, source, events, tryIt);
  await site.rebuild();
  server = await serveSite(site, port);
  const folders = ['openapi', 'packages/site/assets'].map((folder) => join(workspace, folder));
  const stopWatching = await watchFolders(folders, site.rebuild);
  return {
    url: server.url,
    close: async () => {
      await stopWatching();
      await server?.close();
    },
  };
}
