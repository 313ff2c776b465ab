#!/usr/bin/env node
// Plain JavaScript and committed, so that pnpm can link it before anything is built.
import { enableCompileCache } from 'node:module';

// Most of the time until the first response is spent reading Prism's code, which this cache keeps compiled.
enableCompileCache();

const { run } = await import('../dist/command/cli.js');
await run(process.argv.slice(2));
