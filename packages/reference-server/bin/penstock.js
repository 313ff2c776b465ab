#!/usr/bin/env node
import { readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';

const program = new URL('../dist/program/', import.meta.url);

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
