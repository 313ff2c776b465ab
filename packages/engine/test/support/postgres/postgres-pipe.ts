import { createPostgresDatabase } from '@penstock/postgresql/databases';
import type { PostgresVersion } from '@penstock/postgresql/server';
import { Client } from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { PipeRuntime, RuntimePipe } from '../../../src/pipe-runtime.ts';
import type { EnginePort } from '../../../src/port/engine-port.ts';
import { qualifiedName } from '../../../src/port/names.ts';
import { engineRuntime } from '../../../src/runtime.ts';
import { ALL_SOURCES } from '../../../src/sources/all-sources.ts';
import { madeName } from '../../../src/sources/postgres/replication/made-objects.ts';
import type { PostgresSource, TableMapping } from '../../../src/sources/postgres/tables/mapped-columns.ts';
import { type MemoryLedger, memoryLedger } from '../memory-ledger.ts';
import { type DefinedPipeOptions, definedPipe } from './defined-pipe.ts';

export interface PostgresPipeOptions extends DefinedPipeOptions {
  readonly version?: PostgresVersion;
  readonly ledger?: MemoryLedger;
}

/** An empty database of Postgres, and a pipe from it that does what a test asks for. */
export class PostgresPipe {
  readonly client: Client;
  readonly runtime: PipeRuntime;
  readonly ledger: MemoryLedger;
  pipe: RuntimePipe;
  readonly #engine: EnginePort;

  private constructor(engine: EnginePort, client: Client, url: URL, options: PostgresPipeOptions) {
    this.#engine = engine;
    this.client = client;
    this.ledger = options.ledger ?? memoryLedger();
    this.runtime = engineRuntime({
      ...{ engine, ledger: this.ledger, allowedHosts: undefined, sources: ALL_SOURCES },
    });
    this.pipe = definedPipe(url, options);
  }

  static async open(engine: EnginePort, options: PostgresPipeOptions = {}): Promise<PostgresPipe> {
    const url = await createPostgresDatabase('tcp', options.version);
    const client = new Client({ connectionString: url });
    await client.connect();
    const opened = new PostgresPipe(engine, client, new URL(url), options);
    onTestFinished(async () => {
      await opened.release();
      await client.end();
    });
    return opened;
  }

  get madeName(): string {
    return madeName(this.pipe.id);
  }

  /** Runs statements one after the other. */
  async run(...statements: readonly string[]): Promise<void> {
    for (const statement of statements) await this.client.query(statement);
  }

  map(...mappings: readonly TableMapping[]): void {
    this.changeSource({ tableMappings: [...mappings] });
  }

  changeSource(change: Partial<PostgresSource>): void {
    const { source, ...definition } = this.pipe.definition;
    const postgres = { ...source.postgres, ...change } as PostgresSource;
    this.pipe = { ...this.pipe, definition: { ...definition, source: { postgres } } };
  }

  reach(state: RuntimePipe['state'], signal = new AbortController().signal, moving = () => {}) {
    return this.runtime.reachNextState({ ...this.pipe, state }, signal, moving);
  }

  /** All states before the pipe runs. */
  async start(): Promise<void> {
    for (const state of ['Provisioning', 'Setup', 'Snapshot'] as const) await this.reach(state);
  }

  /** Moves changes until a query returns a result. */
  async moveUntil(query: () => Promise<unknown>, expected: unknown): Promise<void> {
    const stop = new AbortController();
    const moved = this.runtime.move?.({ ...this.pipe, state: 'Running' }, stop.signal, () => {});
    const ended = moved?.then(() => {
      if (!stop.signal.aborted) throw new Error('The pipe has ended.');
    });
    try {
      await Promise.race([ended, expect.poll(query).toEqual(expected)]);
    } finally {
      stop.abort();
      await moved?.catch(() => {});
    }
  }

  /** Moves changes until the tables have the rows of Postgres. */
  async moveUntilEqual(...tables: readonly string[]): Promise<void> {
    const wanted = await Promise.all(tables.map((table) => this.sourceRows(table)));
    await this.moveUntil(() => Promise.all(tables.map((table) => this.rows(table))), wanted);
  }

  /** The rows of a table with an `id` and a `text` in Postgres, in the order of their ids. */
  async sourceRows(table: string): Promise<unknown[]> {
    const { rows } = await this.client.query(`SELECT id::int AS id, text FROM ${table} ORDER BY id`);
    return rows;
  }

  /** The same rows in the engine. */
  async rows(table: string, list = 'id, text'): Promise<unknown[]> {
    const name = qualifiedName({ database: `${this.pipe.databasePrefix}shop`, table });
    const result = await this.#engine.query({
      sql: `SELECT ${list} FROM ${name} FINAL ORDER BY id`,
      settings: { output_format_json_quote_64bit_integers: 0 },
    });
    return result.rows();
  }

  async query<Row>(sql: string): Promise<Row[]> {
    return (await this.client.query(sql)).rows as Row[];
  }

  async release(): Promise<void> {
    await this.runtime.release(this.pipe);
  }
}
