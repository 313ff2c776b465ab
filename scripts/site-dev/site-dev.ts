import { join } from 'node:path';
import { liveSite, type SiteEvents } from './live-site.ts';
import { type DevServer, serveSite } from './server.ts';
import { watchFolders } from './watch.ts';

/** What there is to print. */
export interface SiteDevLog {
  rebuilt(milliseconds: number): void;
  problems(problems: readonly string[]): void;
}

export interface SiteDev {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the site of the contract in `workspace` and keeps it to its sources: a change is built and every open page loads
 * itself again.
 *
 * @param tryIt origins that Try-it may ask, such as that of the mock
 * @throws ContractError where the rule set has mistakes
 */
export async function startSiteDev(
  workspace: string,
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
      server?.show(problems);
    },
  };
  const site = await liveSite(workspace, events, tryIt);
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
