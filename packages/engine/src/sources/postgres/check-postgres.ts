import { ERRORS_SUFFIX, nameErrors } from '../../compile/check-names.ts';
import type { PipeDefinition } from '../../pipe.ts';
import type { DefinitionError } from '../../pipe-runtime.ts';
import { NO_REGION, regionOf } from './connection/iam-password.ts';
import { SHADOW_SUFFIX } from './copy/shadow-table.ts';

const RESERVED = [ERRORS_SUFFIX, SHADOW_SUFFIX];

/** The parts of a definition that cannot work, whatever the database contains. */
export function checkPostgres(definition: PipeDefinition): DefinitionError[] {
  const { postgres } = definition.source;
  if (postgres === undefined) return [];
  const { authentication, host, tableMappings } = postgres;
  const hasRegion = authentication !== 'IAM_ROLE' || regionOf(host) !== undefined;
  const reserved = tableMappings.flatMap(({ targetTable }, index) => {
    const suffix = RESERVED.find((candidate) => targetTable.endsWith(candidate));
    if (suffix === undefined) return [];
    const pointer = `/source/postgres/tableMappings/${index}/targetTable`;
    return [{ pointer, message: `must not end with ${suffix}, which tables of pipes have` }];
  });
  return [
    ...nameErrors(definition),
    ...(hasRegion ? [] : [{ pointer: '/source/postgres/host', message: NO_REGION }]),
    ...reserved,
  ];
}
