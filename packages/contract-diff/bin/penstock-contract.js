#!/usr/bin/env node
// Plain JavaScript and committed, so that pnpm can link it before anything is built.
import { run } from '../dist/cli.js';

process.exitCode = await run(process.argv.slice(2));
