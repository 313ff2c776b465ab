import {
  type Configuration,
  ConfigurationError,
  type Environment,
  readConfiguration,
} from '../../api/configuration.ts';
import { examineDataFolder } from './data-folder.ts';
import { examineDatabase } from './database.ts';
import { examineEngine } from './engine.ts';
import { type Finding, ok, wrong } from './finding.ts';
import { examinePort } from './port.ts';

/** Checks whether a server can run with these settings. It changes nothing. */
export async function examine(environment: Environment): Promise<Finding[]> {
  const configuration = read(environment);
  if ('check' in configuration) return [configuration];
  return [
    ok('configuration', 'all settings are valid'),
    ...examineDataFolder(configuration.dataFolder),
    await examinePort(configuration.host, configuration.port),
    ...(await examineDatabase(configuration)),
    await examineEngine(configuration),
  ];
}

function read(environment: Environment): Configuration | Finding {
  try {
    return readConfiguration(environment);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return wrong('configuration', error.diagnostics.join(' '), 'All settings: penstock config --help');
  }
}
