import type { DestinationPlan } from '../compile/destination-plan.ts';
import type { RuntimePipe } from '../pipe-runtime.ts';
import type { EnginePort } from '../port/engine-port.ts';
import type { Source, SourceBatch } from '../sources/source.ts';
import { batchToken } from './batch-token.ts';
import { draining } from './draining.ts';
import type { Lag, Ledger, Progress } from './ledger.ts';

export interface MoveParts {
  readonly pipe: RuntimePipe;
  readonly plan: DestinationPlan;
  readonly source: Source;
  readonly engine: EnginePort;
  readonly ledger: Ledger;
  /** The stored progress of this reader. */
  readonly progress: Progress;
}

/**
 * Moves batch after batch: intent, insert, done. The batch that was interrupted is repeated first, with the same token, so the table
 * recognizes what it already has. Resolves when the source has ended or `stop` is aborted.
 */
export async function moveBatches(
  { pipe, plan, source, engine, ledger, progress }: MoveParts,
  stop: AbortSignal,
  moving: () => void,
): Promise<void> {
  const drain = draining(stop);

  /** A pipe with nothing to do writes nothing. */
  let observed: string | undefined;
  const observe = async (lag: Lag | undefined): Promise<void> => {
    if (lag === undefined || JSON.stringify(lag) === observed) return;
    await ledger.observe(pipe, lag);
    observed = JSON.stringify(lag);
  };

  const write = async (batch: SourceBatch): Promise<void> => {
    const token = batchToken(pipe.id, progress.epoch, batch.range);
    const moved = await batch.write({ engine, plan, pipeId: pipe.id, token, signal: drain.signal });
    const { position, lag } = batch;
    await ledger.finish(pipe, { position, moved, ...(lag !== undefined && { lag }) });
    observed = undefined;
    await source.stored?.(position);
    moving();
  };

  try {
    let { position } = progress;
    if (progress.pending !== undefined) {
      const batch = await source.repeat(progress.pending, drain.signal);
      await write(batch);
      position = batch.position;
    }
    for await (const step of source.read(position, stop)) {
      if (step.kind === 'batch') {
        if (stop.aborted) return;
        await ledger.begin(pipe, step.range);
        await write(step);
      } else {
        await observe(step.lag);
        moving();
      }
    }
  } catch (error) {
    // What was interrupted is pending, and the next process repeats it.
    if (!stop.aborted) throw error;
  } finally {
    drain.end();
  }
}
