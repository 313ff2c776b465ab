import type { PipeDefinition } from '../pipe.ts';
import type { DefinitionError } from '../pipe-runtime.ts';

/** The table of rejected rows is named after the table of the pipe. */
export const ERRORS_SUFFIX = '_pipe_errors';

/** Databases of the engine itself. */
const RESERVED: readonly string[] = ['system', 'information_schema', 'penstock'];

/** Names that belong to the engine or to the service. */
export function nameErrors({ destination: { database, table = '' } }: PipeDefinition): DefinitionError[] {
  const reserved = RESERVED.includes(database.toLowerCase());
  return [
    ...(reserved
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
