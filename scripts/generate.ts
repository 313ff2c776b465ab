import { enableCompileCache } from 'node:module';

// Node keeps the compiled form of the modules in its cache folder. This halves the time to load the linter and the compilers, and only
// applies to modules that are loaded afterwards.
enableCompileCache();
const { main } = await import('./generate/command.ts');
process.exitCode = await main(process.argv.slice(2));
