import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'rolldown';

/*
 * Joins the compiled modules of `penstock` and of its libraries into a few files in `dist/program`, which `bin/penstock.js` starts. A start
 * then resolves, reads and compiles few files instead of more than 1,000, without the parts of libraries that are never called.
 * Modules that are imported on demand remain files of their own. Run it after `tsc -b`.
 */

const PACKAGE = join(import.meta.dirname, '..');
const PROGRAM = join(PACKAGE, 'dist/program');
const JOINED = ['client', 'contract', 'reference-server', 'server', 'site'];

rmSync(PROGRAM, { recursive: true, force: true });
await build({
  input: { main: join(PACKAGE, 'dist/cli/main.js') },
  platform: 'node',
  // It starts programs of its own from its files, and its libraries load native code.
  external: ['@penstock/engine'],
  plugins: [sourcesOfTheCompiler(), urlsOfTheModules(), httpWithoutFetch(), queriesWithoutWarning()],
  output: {
    dir: PROGRAM,
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
  },
  logLevel: 'warn',
});
const compiled = JOINED.map((name) => `../../../${name}/dist/.tsbuildinfo`);
// Last, because bin/penstock.js starts the program once this file exists.
writeFileSync(join(PROGRAM, 'compiled.json'), `${JSON.stringify(compiled, undefined, 2)}\n`);

/** Lets source maps refer to the sources, and not to what the compiler made of them. */
function sourcesOfTheCompiler(): Plugin {
  return {
    name: 'sources-of-the-compiler',
    load(id) {
      if (!isOurs(id)) return null;
      return { code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') };
    },
  };
}

/** Keeps `import.meta.url` of each module, because modules read the files of their packages by it. */
function urlsOfTheModules(): Plugin {
  return {
    name: 'urls-of-the-modules',
    transform(code, id) {
      if (!isOurs(id) || !code.includes('import.meta.url')) return null;
      const manifest = findPackageJSON('.', pathToFileURL(id));
      if (manifest === undefined) throw new Error(`${id} belongs to no package.`);
      const { name } = JSON.parse(readFileSync(manifest, 'utf8'));
      const url = `new URL('${relative(dirname(manifest), id)}', import.meta.resolve('${name}/package.json')).href`;
      return { code: code.replaceAll('import.meta.url', url), map: null };
    },
  };
}

/** An import of `node:http` reads all of its exports, and so loads the fetch client of Node.js, which takes 14 MiB and 80 ms. */
function httpWithoutFetch(): Plugin {
  const loaded = '\0http.cjs';
  return {
    name: 'http-without-fetch',
    resolveId: (id, _importer, { kind }) =>
      kind === 'import-statement' && /^(node:)?http$/.test(id) ? loaded : null,
    load: (id) => (id === loaded ? "module.exports = process.getBuiltinModule('node:http');" : null),
  };
}

/**
 * Node.js warns of `url.parse` in files outside of `node_modules`, as the joined ones are. The validator of requests reads the query
 * with it.
 */
function queriesWithoutWarning(): Plugin {
  const parsed = 'url.parse(req.originalUrl).query';
  const read = '(/^[^?#]*[?]([^#]*)/.exec(req.originalUrl)?.[1] ?? null)';
  return {
    name: 'queries-without-warning',
    transform(code, id) {
      if (!id.endsWith('/express-openapi-validator/dist/middlewares/parsers/req.parameter.mutator.js'))
        return null;
      if (!code.includes(parsed)) throw new Error(`${id} has changed: does it still call url.parse?`);
      return { code: code.replace(parsed, read), map: null };
    },
  };
}

function isOurs(id: string): boolean {
  return JOINED.some((name) => id.startsWith(join(PACKAGE, '..', name, 'dist/')));
}
