import {
  type EnginePort,
  embeddedEngine,
  engineFolderAt,
  isListening,
  notInstalledReason,
  remoteEngine,
  type SupervisorEvent,
} from '@penstock/engine';
import type { Logger } from 'pino';

/** The settings that the engine needs. */
export interface EngineSettings {
  readonly dataFolder: string;
  /** `embedded`, `simulated`, or the URL of a ClickHouse server. Undefined for `embedded` where that is installed. */
  readonly engine: string | undefined;
  readonly engineUser: string | undefined;
  readonly enginePassword: string | undefined;
  readonly engineCluster: string | undefined;
  readonly engineInsertQuorum: string | undefined;
  readonly engineMemoryMb: number | undefined;
}

/** Which engine a server has, where its data is, and whether it accepts statements. */
export interface EngineHealth {
  readonly engine: 'embedded' | 'remote' | 'simulated';
  readonly state: 'ready' | 'restarting' | 'unavailable' | 'closed' | 'simulated';
  /** The folder of the data, or the URL of the server. */
  readonly location?: string;
  readonly version?: string | undefined;
  readonly cluster?: string;
  readonly restarts: number;
}

/** The engine of a server. */
export interface ServerEngine {
  /** Undefined without an engine; pipes are then simulated. */
  readonly port: EnginePort | undefined;
  readonly health: () => Promise<EngineHealth>;
  close(): Promise<void>;
}

/** How often the health of a remote engine is asked for, and the time that it may take. */
const PROBE_MS = 5_000;

/**
 * Opens the engine of the settings. A process that does not run the embedded engine itself uses the one of another process,
 * through its socket.
 *
 * @throws Error with a message for the operator if the embedded engine cannot start
 */
export async function openEngine(
  settings: EngineSettings,
  logger: Logger,
  runsEngine: boolean,
): Promise<ServerEngine> {
  const { engine, dataFolder } = settings;
  rejectCluster(settings);
  if (engine === 'simulated') return simulated(logger, 'PENSTOCK_ENGINE is simulated');
  if (engine !== undefined && engine !== 'embedded') return openRemote(engine, settings, logger);
  const missing = notInstalledReason();
  if (missing !== undefined && engine === undefined) return simulated(logger, missing);
  if (missing !== undefined)
    throw new Error(
      `PENSTOCK_ENGINE is embedded, but ${missing}. Install the optional packages, or set PENSTOCK_ENGINE to simulated or to the URL of a ClickHouse server.`,
    );
  return runsEngine ? openEmbedded(settings, logger) : ofAnotherProcess(dataFolder);
}

/** Only a server can belong to a cluster. */
function rejectCluster({ engine, engineCluster, engineInsertQuorum }: EngineSettings): void {
  const hasServer = engine !== undefined && engine !== 'simulated' && engine !== 'embedded';
  if (hasServer && (engineCluster !== undefined || engineInsertQuorum === undefined)) return;
  if (!hasServer && engineCluster === undefined && engineInsertQuorum === undefined) return;
  throw new Error(
    hasServer
      ? 'PENSTOCK_ENGINE_INSERT_QUORUM needs a cluster. Set PENSTOCK_ENGINE_CLUSTER to its name, or remove the quorum.'
      : 'PENSTOCK_ENGINE_CLUSTER and PENSTOCK_ENGINE_INSERT_QUORUM need a ClickHouse server. Set PENSTOCK_ENGINE to its URL, or remove them.',
  );
}

function simulated(logger: Logger, reason: string): ServerEngine {
  logger.info({ engine: 'simulated' }, `No engine runs: ${reason}. There is nothing to query`);
  return {
    port: undefined,
    health: async () => ({ engine: 'simulated', state: 'simulated', restarts: 0 }),
    close: async () => {},
  };
}

async function openEmbedded(
  { dataFolder, engineMemoryMb }: EngineSettings,
  logger: Logger,
): Promise<ServerEngine> {
  const engine = await embeddedEngine({
    dataFolder,
    memoryMb: engineMemoryMb,
    onEvent: (event) => logEvent(logger, event),
  });
  logger.info({ ...engine.status, enginePid: engine.pid }, 'The embedded engine runs');
  return { port: engine, health: async () => engine.status, close: () => engine.close() };
}

function logEvent(logger: Logger, event: SupervisorEvent): void {
  const { kind, ...fields } = event;
  if (kind === 'restarted') logger.info(fields, 'The embedded engine runs again');
  else if (kind === 'ended')
    logger.error(fields, 'The process of the embedded engine ended, and is started again');
  else logger.error(fields, 'The embedded engine could not start, and is started again');
}

async function openRemote(
  url: string,
  {
    engineUser: user,
    enginePassword: password,
    engineCluster: cluster,
    engineInsertQuorum: insertQuorum,
  }: EngineSettings,
  logger: Logger,
): Promise<ServerEngine> {
  const engine = remoteEngine({ url, user, password, cluster, insertQuorum });
  let probedAt = performance.now();
  try {
    await probe(engine);
    logger.info(engine.status, 'The engine responds');
  } catch (error) {
    const fields = { ...engine.status, reason: (error as Error).message };
    logger.warn(fields, 'The engine does not respond. The server starts without it');
  }
  return {
    port: engine,
    async health() {
      // Callers need no credentials, so they neither wait for the engine nor decide how often it is asked.
      if (performance.now() - probedAt > PROBE_MS) {
        probedAt = performance.now();
        void probe(engine).catch(() => {});
      }
      return engine.status;
    },
    close: () => engine.close(),
  };
}

async function probe(engine: EnginePort): Promise<void> {
  await engine.query({ sql: 'SELECT 1', limits: { readonly: true }, signal: AbortSignal.timeout(PROBE_MS) });
}

function ofAnotherProcess(dataFolder: string): ServerEngine {
  const { folder, socket } = engineFolderAt(dataFolder);
  const engine = remoteEngine({ url: 'http://engine', socketPath: socket });
  return {
    port: engine,
    health: async () => ({
      engine: 'embedded',
      state: (await isListening(socket)) ? 'ready' : 'unavailable',
      location: folder,
      restarts: 0,
    }),
    close: () => engine.close(),
  };
}

/** One line for people: which engine it is, and where its data is. */
export function describeEngine({ engine, state, location, version, cluster }: EngineHealth): string {
  if (engine === 'simulated') return 'none: there is nothing to query';
  const name = `ClickHouse${version === undefined ? '' : ` ${version}`}`;
  const described =
    engine === 'embedded'
      ? `${name}, embedded, data in ${location}`
      : `${name} at ${location}${cluster === undefined ? '' : `, cluster ${cluster}`}`;
  return state === 'ready' ? described : `${described} (${state})`;
}

/** One sentence for people: whether pipes move data. */
export function describePipes({ engine }: EngineHealth): string {
  return engine === 'simulated'
    ? 'Pipes are simulated: they change their states but move no data.'
    : 'Pipes move rows into the engine.';
}

/** One sentence for people: whether alerts fire. */
export function describeAlerts({ engine }: EngineHealth): string {
  return engine === 'simulated' ? 'Alerts are stored but not evaluated.' : 'Alerts are evaluated.';
}
