import type { Contract } from '../contract/contract.ts';
import { type SiteFile, siteAsset } from '../site-file.ts';

/** Returns the life cycles of pipes for the lab: their states, commands and pictures. */
export function pipeLifeFile({ lifeCycles: { states, commands, lifeCycles } }: Contract): SiteFile {
  const pictured = Object.entries(lifeCycles).map(([name, { title, replicates = false }]) => [
    name,
    { title, replicates, picture: `guides/life-cycle-${name}.svg` },
  ]);
  return siteAsset(
    'lab/pipe-life.json',
    JSON.stringify({ states, commands, lifeCycles: Object.fromEntries(pictured) }),
  );
}
