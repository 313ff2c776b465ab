import type { PipeDefinition } from '../pipe.ts';
import type { DefinitionError } from '../pipe-runtime.ts';
import { isReservedDatabase } from '../port/names.ts';

/** The table of rejected rows is named after the table of the pipe. */
export const ERRORS_SUFFIX = '_pipe_errors';

/** Names that belong to the engine or to the service. */
export function nameErrors({ destination: { database, table = '' } }: PipeDefinition): DefinitionError[] {
  return [
    ...(isReservedDatabase(database)
      ? [{ pointer: '/destination/database', message: 'is a database of the engine; use another one' }]
      : []),
    ...(table.endsWith(ERRORS_SUFFIX)
      ? [
          {
            pointer: '/destination/table',
            message: `must not end with ${ERRORS_SUFFIX}: such tables have the rejected rows of pipes`,
          },
        ]
      : []),
  ];
}
