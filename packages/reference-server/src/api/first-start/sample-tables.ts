import { createTelemetryTables } from '@penstock/engine';
import type { Logger } from 'pino';
import type { ServerEngine } from '../../runtime/engine.ts';

/** The database that the sample sources name. */
export const SAMPLE_DATABASE = 'default';

/**
 * Creates the tables that the sample sources name, in the embedded engine. A ClickHouse server can have other users, so
 * it gets them from `penstock sample-data` only. A failure does not prevent the start.
 */
export async function createSampleTables(engine: ServerEngine, logger: Logger): Promise<void> {
  const { port } = engine;
  if (port === undefined || (await engine.health()).engine !== 'embedded') return;
  try {
    await createTelemetryTables(port, SAMPLE_DATABASE);
    logger.info({ database: SAMPLE_DATABASE }, 'Created the tables of the sample sources');
  } catch (error) {
    logger.warn(
      { database: SAMPLE_DATABASE, reason: (error as Error).message },
      'The tables of the sample sources could not be created. penstock sample-data creates them as well',
    );
  }
}
