import type { PipeSecrets, PipeSourcePlan } from '../../../pipe.ts';
import type { SourceAddresses } from '../../addresses/source-addresses.ts';
import { sourceAddresses } from '../../addresses/source-addresses.ts';
import type { PostgresSource } from '../tables/mapped-columns.ts';

/** What a connection to the database of a pipe needs. */
export interface PostgresAccess {
  readonly source: PostgresSource;
  readonly secrets: PipeSecrets;
  readonly addresses: SourceAddresses;
}

export function postgresAccess(
  { source, secrets }: PipeSourcePlan,
  allowedHosts: readonly string[] | undefined,
): PostgresAccess {
  if (source.postgres === undefined) throw new Error('The pipe has no Postgres source.');
  return { source: source.postgres, secrets, addresses: sourceAddresses(allowedHosts) };
}

/** The database for people: `shop at db.example.net:5432`. */
export function describeDatabase({ database, host, port }: PostgresSource): string {
  return `${database} at ${host}:${port}`;
}
