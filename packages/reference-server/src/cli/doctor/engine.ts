import {
  engineFolderAt,
  isListening,
  notInstalledReason,
  remoteEngine,
  socketDiagnostic,
} from '@penstock/engine';
import type { EngineSettings } from '../../runtime/engine.ts';
import { type Finding, ok, wrong } from './finding.ts';

const RESPONSE_MS = 5_000;

/** Checks that the engine of the settings can run here, or responds. */
export async function examineEngine(settings: EngineSettings): Promise<Finding> {
  const { engine = 'embedded' } = settings;
  if (engine === 'simulated') return ok('engine', 'simulated: there is nothing to query');
  if (engine !== 'embedded') return examineRemote(engine, settings);
  return examineEmbedded(settings);
}

async function examineEmbedded({ engine, dataFolder }: EngineSettings): Promise<Finding> {
  const missing = notInstalledReason();
  if (missing !== undefined) return examineMissing(missing, engine === undefined);
  const { folder, socket } = engineFolderAt(dataFolder);
  const diagnostic = socketDiagnostic(socket);
  if (diagnostic !== undefined)
    return wrong('engine', diagnostic, 'Set PENSTOCK_DATA to a folder with a shorter path.');
  if (!(await isListening(socket)))
    return ok('engine', `ClickHouse is installed; a server will store its data in ${folder}`);
  return examineResponse('http://engine', folder, { socketPath: socket });
}

function examineMissing(reason: string, isDefault: boolean): Finding {
  return isDefault
    ? ok('engine', `simulated, because ${reason}: there is nothing to query`)
    : wrong(
        'engine',
        `PENSTOCK_ENGINE is embedded, but ${reason}`,
        'Install the optional packages, or set PENSTOCK_ENGINE to simulated or to the URL of a ClickHouse server.',
      );
}

function examineRemote(
  url: string,
  { engineUser: user, enginePassword: password }: EngineSettings,
): Promise<Finding> {
  return examineResponse(url, url, { user, password });
}

async function examineResponse(
  url: string,
  location: string,
  access: {
    readonly socketPath?: string;
    readonly user?: string | undefined;
    readonly password?: string | undefined;
  },
): Promise<Finding> {
  const port = remoteEngine({ url, ...access });
  try {
    await port.query({
      sql: 'SELECT 1',
      limits: { readonly: true },
      signal: AbortSignal.timeout(RESPONSE_MS),
    });
    return ok('engine', `ClickHouse ${port.status.version} responds; its data is in ${location}`);
  } catch (error) {
    return wrong(
      'engine',
      `${location} does not respond: ${(error as Error).message}`,
      'Check PENSTOCK_ENGINE, PENSTOCK_ENGINE_USER and PENSTOCK_ENGINE_PASSWORD, and that the engine runs.',
    );
  } finally {
    await port.close();
  }
}
