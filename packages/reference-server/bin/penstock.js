#!/usr/bin/env node
import { readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

const program = new URL('../dist/program/', import.meta.url);

// From a start, when most objects stay, V8 would conclude that those of requests stay, too, and would put some of them into the
// old generation of the heap (docs/speed.md). Set before the compile cache is enabled, which has a folder for each set of flags.
setFlagsFromString('--no-allocation-site-pretenuring');

// Keeps the modules compiled from one start to the next.
enableCompileCache();

const { main } = await import(isCurrent() ? '../dist/program/main.js' : '../dist/cli/main.js');
await main(process.argv.slice(2));

/** Whether the modules were joined by build/program.ts, and not compiled since then. */
function isCurrent() {
  const joined = modified('compiled.json');
  if (joined === undefined) return false;
  const compiled = JSON.parse(readFileSync(new URL('compiled.json', program), 'utf8'));
  return compiled.every((path) => (modified(path) ?? 0) <= joined);
}

function modified(path) {
  return statSync(new URL(path, program), { throwIfNoEntry: false })?.mtimeMs;
}
