#!/usr/bin/env node
// Plain JavaScript and committed, so that pnpm can link it before anything is built.
import { main } from '../dist/cli.js';

process.exitCode = await main(process.argv.slice(2));
