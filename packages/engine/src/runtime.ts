import { deliveryGuaranteeOf } from './compile/delivery-guarantee.ts';
import { kindOf, type PipeDefinition, type SourceKind } from './pipe.ts';
import { PipeError, type PipeRuntime } from './pipe-runtime.ts';
import type { EnginePort } from './port/engine-port.ts';
import type { MoverContext, PipeMover } from './sources/mover.ts';
import type { Sources } from './sources/source.ts';
import { tableMover } from './table-mover.ts';
import type { Ledger } from './writer/ledger.ts';
import { readRejectedRows } from './writer/rejected-rows.ts';

export interface EngineRuntimeParts {
  readonly engine: EnginePort;
  readonly ledger: Ledger;
  /** The hosts that sources may have; undefined allows every one that is not link-local. */
  readonly allowedHosts: readonly string[] | undefined;
  /** A pipe with another kind of source is rejected. */
  readonly sources: Sources;
  /** Called for something about a pipe that is no error, for the log. */
  readonly onNote?: (pipeId: string, message: string) => void;
}

/** A runtime that moves rows of sources into tables of ClickHouse. The kind of the source of a pipe determines its mover. */
export function engineRuntime({
  engine,
  ledger,
  allowedHosts,
  sources,
  onNote: note = () => {},
}: EngineRuntimeParts): PipeRuntime {
  const context: MoverContext = {
    ...{ engine, ledger, allowedHosts, note },
    positions: async (pipeId) => (await ledger.readAll(pipeId)).flatMap(({ position }) => position ?? []),
  };

  const findMover = async (kind: SourceKind): Promise<PipeMover | undefined> => {
    const implementation = await sources[kind]?.();
    if (implementation === undefined) return undefined;
    return 'mover' in implementation ? implementation.mover(context) : tableMover(implementation, context);
  };

  const moverOf = async ({ source }: Pick<PipeDefinition, 'source'>): Promise<PipeMover> => {
    const mover = await findMover(kindOf(source));
    if (mover === undefined) throw unsupported(kindOf(source));
    return mover;
  };

  return {
    name: 'EngineRuntime',
    simulated: false,
    reachNextState: async (pipe, ...rest) => (await moverOf(pipe.definition)).reachNextState(pipe, ...rest),
    divide: async (pipe, ...rest) => (await (await moverOf(pipe.definition)).divide?.(pipe, ...rest)) ?? 1,
    move: async (pipe, ...rest) => (await moverOf(pipe.definition)).move(pipe, ...rest),
    examineAtRest: async (pipe) => (await findMover(kindOf(pipe.definition.source)))?.examineAtRest?.(pipe),
    release: async (pipe) => (await findMover(kindOf(pipe.definition.source)))?.release(pipe),
    async checkDefinition(definition) {
      const kind = kindOf(definition.source);
      const mover = await findMover(kind);
      if (mover !== undefined) return mover.checkDefinition(definition);
      const message = 'is a kind of source that this server does not move data from yet';
      return [{ pointer: `/source/${kind}`, message }];
    },
    readSample: async (pipe) => (await moverOf(pipe.definition)).readSample(pipe),
    async discoverSchema(plan) {
      const { discover } = await moverOf(plan);
      if (discover === undefined) throw unsupported(kindOf(plan.source));
      return discover(plan);
    },
    deliveryGuarantee: deliveryGuaranteeOf,
    async readMetrics({ id, definition }, since, until) {
      const mover = await findMover(kindOf(definition.source));
      return { ...(await ledger.readMetrics(id, since, until)), ...(await mover?.readMetrics?.(id)) };
    },
    readRejectedRows: (pipe, limit, beforeId) => readRejectedRows(engine, pipe, limit, beforeId),
  };
}

function unsupported(kind: SourceKind): PipeError {
  return new PipeError(
    'internal_error',
    `This server does not move data from sources of the kind ${kind} yet.`,
  );
}
