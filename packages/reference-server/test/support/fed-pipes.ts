import { setTimeout } from 'node:timers/promises';
import { type EnginePort, qualifiedName } from '@penstock/engine';
import { until } from './worker-fleet.ts';

/** A row that is fed to a source. */
interface FedRow {
  readonly id: number;
  readonly text: string;
}

/** A kind of source that many pipes read, each its own part. */
export interface FedKind {
  readonly name: string;
  /** Precedes conditions in queries of tables that keep older versions of rows until they are merged. */
  readonly modifier?: 'FINAL';
  /** The body of a request that creates a pipe into a table. */
  pipeInto(table: string): Promise<object>;
  /** Makes rows available to the pipe of a table, once. */
  feed(table: string, rows: readonly FedRow[]): Promise<void>;
}

export interface FedPipe {
  readonly table: string;
  readonly kind: FedKind;
}

/** What was fed to all pipes, and what is in their tables in the end. */
export interface FedResult {
  readonly fed: number;
  readonly lost: number;
  readonly doubled: number;
  /** The kinds of sources with doubled rows. */
  readonly kinds: readonly string[];
}

/** Feeds rows with increasing ids to many pipes until it is stopped. */
export class Feeder {
  readonly #pipes: readonly FedPipe[];
  readonly #rowsPerFeed: number;
  readonly #pauseMs: number;
  readonly #fed = new Map<string, number>();
  #isStopped = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(pipes: readonly FedPipe[], load: { readonly rowsPerFeed: number; readonly pauseMs: number }) {
    this.#pipes = pipes;
    this.#rowsPerFeed = load.rowsPerFeed;
    this.#pauseMs = load.pauseMs;
  }

  start(): void {
    this.#running = Promise.all(this.#pipes.map((pipe) => this.#feed(pipe)));
    // It is awaited in the end.
    this.#running.catch(() => {});
  }

  /** Stops, and returns when the tables have all rows. */
  async finish(engine: EnginePort): Promise<FedResult> {
    this.#isStopped = true;
    await this.#running;
    const fed = [...this.#fed.values()].reduce((sum, rows) => sum + rows, 0);
    await until(async () => (await this.#count(engine)).ids >= fed, 'Not all rows arrived');
    // A repeated batch would arrive after the last one.
    await setTimeout(SETTLED_MS);
    const { rows, ids, doubled } = await this.#count(engine);
    return { fed, lost: fed - ids, doubled: rows - ids, kinds: doubled };
  }

  async #feed({ table, kind }: FedPipe): Promise<void> {
    while (!this.#isStopped) {
      const first = this.#fed.get(table) ?? 0;
      const rows = Array.from({ length: this.#rowsPerFeed }, (_, row) => ({
        id: first + row,
        text: `row ${first + row}`,
      }));
      await kind.feed(table, rows);
      this.#fed.set(table, first + rows.length);
      await setTimeout(this.#pauseMs);
    }
  }

  async #count(engine: EnginePort): Promise<Counted> {
    const counts = this.#pipes.map(({ table, kind: { name, modifier = '' } }) => {
      const from = `${qualifiedName({ database: 'default', table })} ${modifier}`;
      return `SELECT '${name}' AS kind, count() AS r, uniqExact(id) AS i FROM ${from}`;
    });
    const sql = `SELECT toFloat64(sum(r)) AS rows, toFloat64(sum(i)) AS ids, groupUniqArrayIf(kind, r > i) AS doubled
      FROM (${counts.join(' UNION ALL ')})`;
    const [sums] = (await engine.query({ sql })).rows<Counted>();
    if (sums === undefined) throw new Error('The engine has counted nothing.');
    return sums;
  }
}

interface Counted {
  readonly rows: number;
  readonly ids: number;
  readonly doubled: readonly string[];
}

const SETTLED_MS = 2_000;
