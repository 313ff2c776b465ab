import { type EnginePort, engineFolderAt, isListening, remoteEngine } from '@penstock/engine';
import type { EngineSettings } from '../runtime/engine.ts';

/**
 * Connects a command to the engine: to the one of a running server, through the socket of its data folder, or to a ClickHouse server.
 *
 * @throws Error with a message for the operator if there is none
 */
export async function connectEngine({
  engine,
  engineUser: user,
  enginePassword: password,
  engineCluster: cluster,
  dataFolder,
}: EngineSettings): Promise<EnginePort> {
  if (engine === 'simulated')
    throw new Error(
      'PENSTOCK_ENGINE is simulated, so there is nothing to query. Set it to embedded or to the URL of a ClickHouse server.',
    );
  if (engine !== undefined && engine !== 'embedded')
    return remoteEngine({ url: engine, user, password, cluster });
  const { socket } = engineFolderAt(dataFolder);
  if (await isListening(socket)) return remoteEngine({ url: 'http://engine', socketPath: socket });
  throw new Error(
    `No engine listens at ${socket}. Start a server with the embedded engine (penstock serve), or set PENSTOCK_DATA to the data folder of one that runs.`,
  );
}
