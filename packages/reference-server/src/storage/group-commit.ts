import type { SqliteFile } from './sqlite-file.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** A group is stored after this many transactions, even if more are waiting: other processes want to write, too. */
const MAX_MEMBERS = 64;
const MAX_GROUP_MS = 20;
/** A group waits for as many members as the last one had, but at most for this part of the time of a sync. */
const WAIT_SHARE = 0.5;
/** Timers are not more precise. */
const SHORTEST_WAIT_MS = 1;

/**
 * Stores the transactions that wait at the same time with one sync of the disk. SQLite has one writer, so they run one after
 * the other; each is a savepoint of the transaction of its group. A transaction that fails is undone alone.
 *
 * No transaction ends before its group is stored: neither with success, nor with an error, which may be about what another
 * member has written.
 */
export class GroupCommit {
  readonly #file: SqliteFile;
  /** Those that wait for their turn. */
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  #group: Group | undefined;
  #last = { members: 0, syncMs: 0 };

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  /** Begins a transaction when it is its turn. @throws DatabaseUnavailable if another process writes for too long */
  async begin(): Promise<void> {
    await this.#turn();
    try {
      if (this.#group === undefined) {
        // Takes the write lock: a transaction that reads first would fail if another process wrote before it does.
        await this.#file.run('begin immediate');
        this.#group = new Group();
      }
      await this.#file.run('savepoint member');
    } catch (error) {
      this.#endTurn();
      throw error;
    }
  }

  /** Ends a transaction. Resolves when it is on the disk. @throws DatabaseUnavailable if it is not */
  async commit(): Promise<void> {
    await this.#end('release member');
  }

  /** Undoes a transaction. Resolves when the other transactions of its group are on the disk, or undone as well. */
  async rollback(): Promise<void> {
    await this.#end('rollback to member', 'release member').catch(() => undefined);
  }

  /** Runs a statement that must not run in a transaction, such as a checkpoint. */
  async outside<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn();
    try {
      await this.#store();
      return await work();
    } finally {
      this.#endTurn();
    }
  }

  async #end(...statements: readonly string[]): Promise<void> {
    const group = this.#group;
    await this.#endMember(statements);
    this.#endTurn();
    await group?.stored;
  }

  async #endMember(statements: readonly string[]): Promise<void> {
    const group = this.#group;
    if (group === undefined) return;
    try {
      // SQLite undoes all of it where the disk is full or broken.
      if (!this.#file.isTransaction) throw new Error('SQLite has rolled back the transaction.');
      for (const statement of statements) await this.#file.run(statement);
      group.members += 1;
      if (group.isFull) await this.#store();
    } catch (error) {
      await this.#undo(error);
    }
  }

  async #store(): Promise<void> {
    const group = this.#group;
    if (group === undefined) return;
    try {
      const begun = performance.now();
      await this.#file.run('commit');
      this.#last = { members: group.members, syncMs: performance.now() - begun };
      this.#group = undefined;
      group.succeed();
    } catch (error) {
      await this.#undo(error);
    }
  }

  async #undo(reason: unknown): Promise<void> {
    const group = this.#group;
    this.#group = undefined;
    try {
      if (this.#file.isTransaction) await this.#file.run('rollback');
    } catch {
      // Nothing of it was stored, and the next group begins with an error.
    }
    group?.fail(reason);
  }

  #turn(): Promise<void> | undefined {
    if (this.#isTaken) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return undefined;
  }

  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    this.#isTaken = false;
    if (this.#group !== undefined) this.#storeSoon(this.#group);
  }

  /**
   * The requests of this tick that have not begun yet are members, too. Those that the last group has just responded to send their next
   * ones soon: on a slow disk it pays to wait for them.
   */
  #storeSoon(group: Group): void {
    const waitMs = group.members < this.#last.members ? this.#last.syncMs * WAIT_SHARE - group.ageMs : 0;
    const store = () => void this.#storeUnlessTaken(group);
    if (waitMs < SHORTEST_WAIT_MS) setImmediate(store);
    else setTimeout(store, waitMs);
  }

  async #storeUnlessTaken(group: Group): Promise<void> {
    if (this.#isTaken || this.#group !== group) return;
    this.#isTaken = true;
    await this.#store();
    this.#endTurn();
  }
}

/** Transactions that are stored together. */
class Group {
  readonly #result = Promise.withResolvers<void>();
  readonly #begun = performance.now();
  members = 0;

  constructor() {
    // It may have no member that waits for it.
    this.#result.promise.catch(() => undefined);
  }

  get isFull(): boolean {
    return this.members >= MAX_MEMBERS || this.ageMs > MAX_GROUP_MS;
  }

  get ageMs(): number {
    return performance.now() - this.#begun;
  }

  get stored(): Promise<void> {
    return this.#result.promise;
  }

  succeed(): void {
    this.#result.resolve();
  }

  fail(reason: unknown): void {
    this.#result.reject(new DatabaseUnavailable(reason));
  }
}
