import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The parts of the embedded engine in a data folder. */
export interface EngineFolder {
  readonly folder: string;
  /** What ClickHouse stores. */
  readonly store: string;
  /** The working directory of the process. It stays empty, because the engine reads files of it as tables. */
  readonly work: string;
  /** Data of inserts that run. */
  readonly spool: string;
  readonly configFile: string;
  readonly socket: string;
}

/** The longest path of a Unix socket, in bytes; longer ones are cut off without an error. */
const LONGEST_SOCKET = process.platform === 'darwin' ? 103 : 107;

export function engineFolderAt(dataFolder: string): EngineFolder {
  const folder = join(dataFolder, 'engine');
  return {
    folder,
    store: join(folder, 'store'),
    work: join(folder, 'work'),
    spool: join(folder, 'spool'),
    configFile: join(folder, 'config.xml'),
    socket: join(dataFolder, 'engine.sock'),
  };
}

/** The reason that the engine cannot have its socket there, or undefined. */
export function socketDiagnostic(socket: string): string | undefined {
  const bytes = Buffer.byteLength(socket);
  if (bytes <= LONGEST_SOCKET) return undefined;
  return `The path of the socket ${socket} has ${bytes} bytes, and the system allows ${LONGEST_SOCKET}. Use a data folder with a shorter path.`;
}

/**
 * Creates the folders and the configuration of the engine.
 *
 * @throws Error with a message for the operator
 */
export function prepareEngineFolder(dataFolder: string, memoryBytes: number): EngineFolder {
  const paths = engineFolderAt(dataFolder);
  const diagnostic = socketDiagnostic(paths.socket);
  if (diagnostic !== undefined) throw new Error(diagnostic);
  try {
    for (const path of [paths.store, paths.work, paths.spool])
      mkdirSync(path, { recursive: true, mode: 0o700 });
    for (const path of [dataFolder, paths.store, paths.spool]) accessSync(path, constants.W_OK);
    writeFileSync(paths.configFile, configuration(memoryBytes), { mode: 0o600 });
  } catch (error) {
    throw new Error(
      `The engine cannot write to ${paths.folder}: ${(error as Error).message}. Use a data folder that this user may write to.`,
    );
  }
  return paths;
}

/** Inserts that ended with an earlier process leave their data behind. */
export function emptySpool(spool: string): void {
  rmSync(spool, { recursive: true, force: true });
  mkdirSync(spool, { mode: 0o700 });
}

function configuration(memoryBytes: number): string {
  return `<clickhouse>\n  <max_server_memory_usage>${memoryBytes}</max_server_memory_usage>\n</clickhouse>\n`;
}
