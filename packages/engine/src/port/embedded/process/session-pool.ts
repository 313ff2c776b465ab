import { randomUUID } from 'node:crypto';
import { EngineError } from '../../engine-error.ts';
import { quoteName, quoteText } from '../../names.ts';
import type { Chdb, Session } from './chdb.ts';
import { setStatement } from './literal.ts';

/** What a session must have before a statement runs in it. */
export interface SessionWish {
  readonly database: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, string>>;
  /** The name of a session that keeps its settings and temporary tables between statements. */
  readonly name?: string;
  /** The time that a named session is kept after its last statement, in seconds. */
  readonly seconds: number;
  /** Whether the statement leaves the session as it was. */
  readonly clean: boolean;
}

/** Below the threads of libuv, so that file operations of the process do not wait for statements. */
const MOST_RUNNING = 12;
const MOST_IDLE = 32;

/** A session with an id. The engine lists it as `log_comment` of the statement that runs in it, unless the caller sets another one. */
interface OpenSession {
  readonly id: string;
  readonly session: Session;
}

/** Runs a statement in a session. `stop` ends the work of the statement; it must finish before `work` does. */
type Work<Result> = (session: Session, stop: () => Promise<void>) => Promise<Result>;

interface NamedSession extends OpenSession {
  busy: boolean;
  expiry?: NodeJS.Timeout;
}

/**
 * Lends sessions of the library. A session is lent again only for the same settings and the same names of parameters, so that no
 * statement sees the settings of another one.
 */
export class SessionPool {
  readonly #open: () => Session;
  readonly #drain: () => Promise<void>;
  readonly #idle: (OpenSession & { readonly key: string })[] = [];
  readonly #named = new Map<string, NamedSession>();
  readonly #waiting: (() => void)[] = [];
  /** Keeps the library open when no statement runs. */
  #anchor: Session | undefined;
  #running = 0;
  #paused: (() => void) | boolean = false;

  constructor({ Session, drainPending }: Chdb, path: string, connectionArgs: readonly string[]) {
    this.#open = () => new Session(path, { connectionArgs });
    this.#drain = drainPending;
    this.#anchor = this.#open();
  }

  async run<Result>(wish: SessionWish, work: Work<Result>): Promise<Result> {
    await this.#turn();
    try {
      return await (wish.name === undefined
        ? this.#lend(wish, work)
        : this.#lendNamed(wish.name, wish, work));
    } finally {
      this.#running -= 1;
      if (typeof this.#paused === 'function' && this.#running === 0) this.#paused();
      if (this.#paused === false) this.#waiting.shift()?.();
    }
  }

  /** Stops the statement of a session. It needs no turn, because statements to stop may have them all. */
  async #stop(id: string): Promise<void> {
    const session = this.#open();
    try {
      await execute(session, `KILL QUERY WHERE Settings['log_comment'] = ${quoteText(id)} ASYNC`);
    } finally {
      session.close();
    }
  }

  #openWithId(): OpenSession {
    return { id: randomUUID(), session: this.#open() };
  }

  get isPaused(): boolean {
    return this.#paused !== false;
  }

  /** Lets running statements finish, then closes the library. New statements wait until `resume`. */
  async pause(): Promise<void> {
    this.#paused = true;
    if (this.#running > 0)
      await new Promise<void>((resolve) => {
        this.#paused = resolve;
      });
    this.#paused = true;
    await this.#closeAll();
  }

  resume(): void {
    this.#anchor ??= this.#open();
    this.#paused = false;
    for (const start of this.#waiting.splice(0, MOST_RUNNING)) start();
  }

  async close(): Promise<void> {
    this.#paused = true;
    await this.#closeAll();
  }

  async #turn(): Promise<void> {
    while (this.#paused !== false || this.#running >= MOST_RUNNING)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running += 1;
  }

  async #lend<Result>(wish: SessionWish, work: Work<Result>): Promise<Result> {
    const key = JSON.stringify([wish.database, Object.entries(wish.settings), Object.keys(wish.parameters)]);
    const at = this.#idle.findIndex((idle) => idle.key === key);
    const open = at < 0 ? this.#openWithId() : (this.#idle.splice(at, 1)[0] as OpenSession);
    const { id, session } = open;
    let reusable = false;
    try {
      if (at < 0) await execute(session, `USE ${quoteName(wish.database)}`);
      await set(session, at < 0 ? { log_comment: id, ...wish.settings } : {}, wish.parameters);
      const result = await work(session, () => this.#stop(id));
      reusable = wish.clean;
      return result;
    } finally {
      if (reusable) this.#keep(key, open);
      else session.close();
    }
  }

  #keep(key: string, open: OpenSession): void {
    this.#idle.push({ ...open, key });
    if (this.#idle.length > MOST_IDLE) this.#idle.shift()?.session.close();
  }

  async #lendNamed<Result>(
    name: string,
    { database, settings, parameters, seconds }: SessionWish,
    work: Work<Result>,
  ): Promise<Result> {
    const known = this.#named.get(name);
    if (known?.busy)
      throw new EngineError(373, 'SESSION_IS_LOCKED', `the session ${name} runs another statement`);
    const named: NamedSession = known ?? { ...this.#openWithId(), busy: true };
    named.busy = true;
    clearTimeout(named.expiry);
    this.#named.set(name, named);
    try {
      if (known === undefined) await execute(named.session, `USE ${quoteName(database)}`);
      await set(named.session, { log_comment: named.id, ...settings }, parameters);
      return await work(named.session, () => this.#stop(named.id));
    } finally {
      named.busy = false;
      named.expiry = setTimeout(() => this.#forget(name), seconds * 1000).unref();
    }
  }

  #forget(name: string): void {
    const named = this.#named.get(name);
    clearTimeout(named?.expiry);
    named?.session.close();
    this.#named.delete(name);
  }

  async #closeAll(): Promise<void> {
    for (const name of [...this.#named.keys()]) this.#forget(name);
    for (const { session } of this.#idle.splice(0)) session.close();
    this.#anchor?.close();
    this.#anchor = undefined;
    await this.#drain();
  }
}

async function set(
  session: Session,
  settings: SessionWish['settings'],
  parameters: SessionWish['parameters'],
) {
  const statement = setStatement(settings, parameters);
  if (statement !== undefined) await execute(session, statement);
}

async function execute(session: Session, sql: string): Promise<void> {
  await session.queryAsync(sql, { format: 'Null' });
}
