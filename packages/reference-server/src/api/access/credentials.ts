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

/** Makes, shows and ends the credentials of one kind. `Reach` says what they open. */
export interface Credentials<Reach extends object> {
  /**
   * @returns the credential with its secret, the only time that it exists in the clear.
   * @throws Error with a sentence if what it shall open does not exist.
   */
  create(reach: Reach, role: Role, expiresAt?: Date): Promise<Credential & Reach & { secret: string }>;
  /** Those that open this, in the order of their creation; expired ones are among them until they are revoked. */
  list(reach?: Partial<Reach>): Promise<(Credential & Reach)[]>;
  /**
   * Ends a credential at once and forgets it.
   *
   * @throws Error with a sentence if there is none.
   */
  revoke(id: string): Promise<void>;
  /**
   * Makes a successor that opens the same, and ends the old one after the overlap. Unless told otherwise the successor
   * lives as long as the old one was meant to.
   *
   * @throws Error with a sentence if there is none or it has expired.
   */
  rotate(id: string, overlapMs: number, expiresAt?: Date): Promise<Credential & Reach & { secret: string }>;
}

/** How credentials of one kind are stored and called. `Own` are the columns that this kind alone has. */
interface CredentialKind<Own extends object, Reach extends object> {
  rows(db: Database): AccessRepository<CredentialTable & Own>;
  /** Such as `API key`. */
  readonly noun: string;
  /** Such as `penstock keys list`. */
  readonly listedBy: string;
  newId(): string;
  /** The columns of what it opens. */
  toColumns(reach: Partial<Reach>): { readonly [Column in keyof Own]: Own[Column] | undefined };
  reachOf(row: Own): Reach;
  /** @throws Error with a sentence if it does not exist. */
  requireReach(db: Database, reach: Reach): Promise<void>;
}

/** @param hashKey keys the hashes of secrets. */
export function credentials<Own extends object, Reach extends object>(
  db: Database,
  hashKey: KeyObject,
  kind: CredentialKind<Own, Reach>,
): Credentials<Reach> {
  type Row = CredentialTable & Own;

  const shown = (row: Row): Credential & Reach => ({
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
    return { ...shown(row), secret };
  };

  const missing = (id: string) =>
    new Error(`There is no ${kind.noun} ${id}. See which there are: ${kind.listedBy}`);

  return {
    create: (reach, role, expiresAt) => issue(db, reach, role, expiresAt),
    async list(reach = {}) {
      const rows = await kind.rows(db).list(present(kind.toColumns(reach)) as Partial<Row>);
      return rows.map(shown);
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
