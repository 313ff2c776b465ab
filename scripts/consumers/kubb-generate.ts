/**
 * `node kubb-generate.ts <document> <folder>`: Kubb through its programming interface. Its command line asks the network for
 * a newer version each time, and has no option against that. Prints only the messages of Kubb.
 */
import { AsyncEventEmitter, safeBuild } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

const [document = '', folder = ''] = process.argv.slice(2);

const events = new AsyncEventEmitter();
const print = (...texts: (string | undefined)[]) =>
  process.stderr.write(`${texts.filter(Boolean).join(' ')}\n`);
// Not only warnings: Kubb calls "OpenAPI schema validation failed" information.
events.on('info', print);
events.on('warn', print);
events.on('error', ({ message }: Error) => print(message));

const { error, failedPlugins } = await safeBuild({
  events,
  config: {
    root: folder,
    input: { path: document },
    output: { path: folder, format: false, lint: false },
    plugins: [
      pluginOas({}),
      pluginTs({}),
      // Bundled, it has no imports from npm: what compiles is what was generated.
      pluginClient({ client: 'fetch', bundle: true }),
    ],
  },
});

for (const failed of failedPlugins) print(`${failed.plugin.name}: ${failed.error.message}`);
if (error !== undefined) print(error.message);
process.exitCode = error === undefined && failedPlugins.size === 0 ? 0 : 1;
