import { tablesOf } from '../../src/compile/destination-plan.ts';
import type { PipeRuntime, RejectedRow, RuntimePipe } from '../../src/pipe-runtime.ts';
import type { EnginePort } from '../../src/port/engine-port.ts';
import { qualifiedName } from '../../src/port/names.ts';
import { engineRuntime } from '../../src/runtime.ts';
import { ALL_SOURCES } from '../../src/sources/all-sources.ts';
import { type MemoryLedger, memoryLedger } from './memory-ledger.ts';

/** Moves pipes as a server does, and returns what arrived. */
export interface PipeMover {
  readonly ledger: MemoryLedger;
  readonly runtime: PipeRuntime;
  /** What was reported for the log. */
  readonly notes: readonly string[];
  /** Sets up the pipe, and moves data until everything is read, or until `until` is true. */
  move(pipe: RuntimePipe, until?: () => boolean): Promise<void>;
  rows(pipe: RuntimePipe): Promise<Record<string, unknown>[]>;
  rejected(pipe: RuntimePipe): Promise<readonly RejectedRow[]>;
}

export function pipeMover(engine: EnginePort, ledger: MemoryLedger = memoryLedger()): PipeMover {
  const notes: string[] = [];
  const runtime = engineRuntime({
    engine,
    ledger,
    allowedHosts: undefined,
    sources: ALL_SOURCES,
    onNote: (_pipeId, message) => notes.push(message),
  });
  return {
    ledger,
    runtime,
    notes,
    async move(pipe, until = () => false) {
      const stop = new AbortController();
      await runtime.reachNextState(pipe, stop.signal);
      await runtime.move?.(pipe, stop.signal, () => {
        if (until()) stop.abort();
      });
    },
    async rows(pipe) {
      const sql = `SELECT * FROM ${qualifiedName(tablesOf(pipe).table)} ORDER BY ALL`;
      return (await engine.query({ sql, settings: { output_format_json_quote_64bit_integers: 0 } })).rows();
    },
    rejected: (pipe) => runtime.readRejectedRows(pipe, 100, undefined),
  };
}
