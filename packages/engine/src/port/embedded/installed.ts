import { createRequire } from 'node:module';

const LIBRARIES: Readonly<Record<string, string>> = {
  'darwin-arm64': '@chdb/lib-darwin-arm64',
  'darwin-x64': '@chdb/lib-darwin-x64',
  'linux-arm64': '@chdb/lib-linux-arm64-gnu',
  'linux-x64': '@chdb/lib-linux-x64-gnu',
};

/** The reason that the embedded engine is not installed here, or undefined if it is. Nothing is loaded. */
export function notInstalledReason(): string | undefined {
  const platform = `${process.platform}-${process.arch}`;
  const library = LIBRARIES[platform];
  if (library === undefined) return `ClickHouse cannot be embedded on ${platform}`;
  try {
    createRequire(createRequire(import.meta.url).resolve('chdb')).resolve(library);
    return undefined;
  } catch {
    return `the optional package ${library} is not installed`;
  }
}
