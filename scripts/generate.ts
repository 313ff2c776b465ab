import { enableCompileCache } from 'node:module';

// Node keeps the compiled form of the modules in its cache folder. This halves the time to load the linter and the compilers, and only
// applies to modules that are loaded afterwards.
enableCompileCache();
const { main } = await import('./generate/command.ts');
const { startEmitterThread } = await import('./generate/emit/thread.ts');
const { describeFailure } = await import('./generate/diagnostics/failure.ts');

// An error outside of all promises is reported like any other.
process.on('uncaughtException', (error) => {
  process.stderr.write(describeFailure(error, process.cwd(), 'pnpm generate'));
  process.exit(1);
});
process.exitCode = await main(process.argv.slice(2), startEmitterThread);
