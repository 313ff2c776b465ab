import type { KeyObject } from 'node:crypto';
import { present } from '../../stack/base/present.ts';
import type { Database } from '../../storage/database.ts';
import type { CredentialTable } from '../../storage/schema.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { hashSecret, randomSecret } from './credential-hash.ts';
import type { Role } from './principal.ts';
import type { AccessRepository } from './repository.ts';

/** An API key or a token, without its secret. */
export interface Credential {
  readonly id: string;
  readonly role: Role;
  /** RFC 3339; null if it never expires. */
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

/** Creates, lists and revokes the credentials of one kind. `Reach` describes what they give access to. */
export interface Credentials<Reach extends object> {
  /**
   * @returns the credential with its secret. Only the hash of the secret is stored.
   * @throws Error with a message for the operator if the tenant does not exist.
   */
  create(reach: Reach, role: Role, expiresAt?: Date): Promise<Credential & Reach & { secret: string }>;
  /** The credentials with this reach, oldest first. Expired ones are included until they are revoked. */
  list(reach?: Partial<Reach>): Promise<(Credential & Reach)[]>;
  /**
   * Deletes a credential; it stops working immediately.
   *
   * @throws Error with a message for the operator if it does not exist.
   */
  revoke(id: string): Promise<void>;
  /**
   * Creates a successor with the same reach, and expires the old credential after the overlap. By default the successor
   * gets the lifetime of the old one.
   *
   * @throws Error with a message for the operator if it does not exist or has expired.
   */
  rotate(id: string, overlapMs: number, expiresAt?: Date): Promise<Credential & Reach & { secret: string }>;
}

/** The table and the names of one kind of credential. `Own`: the columns that only this kind has. */
interface CredentialKind<Own extends object, Reach extends object> {
  rows(db: Database): AccessRepository<CredentialTable & Own>;
  /** Such as `API key`. */
  readonly noun: string;
  /** Such as `penstock keys list`. */
  readonly listedBy: string;
  newId(): string;
  /** The columns of its reach. */
  toColumns(reach: Partial<Reach>): { readonly [Column in keyof Own]: Own[Column] | undefined };
  reachOf(row: Own): Reach;
  /** @throws Error with a message for the operator if it does not exist. */
  requireReach(db: Database, reach: Reach): Promise<void>;
}

/** @param hashKey keys the hashes of secrets. */
export function credentials<Own extends object, Reach extends object>(
  db: Database,
  hashKey: KeyObject,
  kind: CredentialKind<Own, Reach>,
): Credentials<Reach> {
  type Row = CredentialTable & Own;

  const described = (row: Row): Credential & Reach => ({
    id: row.id,
    role: row.role,
    ...kind.reachOf(row),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  });

  const issue = async (on: Database, reach: Reach, role: Role, expiresAt: Date | undefined) => {
    await kind.requireReach(on, reach);
    const secret = randomSecret();
    const row = {
      id: kind.newId(),
      role,
      ...present(kind.toColumns(reach)),
      secret_hash: hashSecret(hashKey, secret),
      expires_at: expiresAt?.toISOString() ?? null,
      created_at: new Date().toISOString(),
    } as Row;
    await kind.rows(on).insert(row);
    return { ...described(row), secret };
  };

  const missing = (id: string) =>
    new Error(`The ${kind.noun} ${id} does not exist. List them: ${kind.listedBy}`);

  return {
    create: (reach, role, expiresAt) => issue(db, reach, role, expiresAt),
    async list(reach = {}) {
      const rows = await kind.rows(db).list(present(kind.toColumns(reach)) as Partial<Row>);
      return rows.map(described);
    },
    async revoke(id) {
      if (!(await kind.rows(db).remove(id))) throw missing(id);
    },
    rotate: (id, overlapMs, expiresAt) =>
      inTransaction(db, async (transaction) => {
        const rows = kind.rows(transaction);
        const old = await rows.find(id);
        if (old === undefined) throw missing(id);
        const now = Date.now();
        if (endOf(old) <= now)
          throw new Error(`The ${kind.noun} ${id} has expired. Create a new one and revoke this one.`);
        const successor = await issue(
          transaction,
          kind.reachOf(old),
          old.role,
          expiresAt ?? sameLifetime(old, now),
        );
        const end = new Date(Math.min(endOf(old), now + overlapMs)).toISOString();
        await rows.update(id, { expires_at: end } as Partial<Row>);
        return successor;
      }),
  };
}

function endOf({ expires_at }: { readonly expires_at: string | null }): number {
  return expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at);
}

function sameLifetime(old: CredentialTable, now: number): Date | undefined {
  return old.expires_at === null ? undefined : new Date(now + endOf(old) - Date.parse(old.created_at));
}
