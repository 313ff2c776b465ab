#!/usr/bin/env node
// Plain JavaScript and committed, so that pnpm can link it before anything is built.
import { existsSync } from 'node:fs';

const built = new URL('../dist/cli.js', import.meta.url);
if (existsSync(built)) {
  const { main } = await import(built);
  process.exitCode = await main(process.argv.slice(2));
} else {
  process.stderr.write(
    'The kit is not built in this clone yet. Run `pnpm build`, or `pnpm conformance`, which builds it.\n',
  );
  process.exitCode = 2;
}
