#!/usr/bin/env node
// Plain JavaScript and committed, so that pnpm can link it before anything is built.
import { existsSync } from 'node:fs';

// In a clone that is not built yet Node reads the sources: exit code 1 must mean a breaking change and nothing else.
const built = new URL('../dist/cli.js', import.meta.url);
const { run } = await import(existsSync(built) ? built : new URL('../src/cli.ts', import.meta.url));

process.exitCode = await run(process.argv.slice(2));
