import type { PipeRuntime, ReportPipe } from '@penstock/engine';
import type { Logger } from '@penstock/server';
import type { PipeQueue } from './pipe-queue.ts';

/** Stores and logs what the runtime reports about running pipes. */
export function reportsInto(
  queue: PipeQueue,
  runtime: Pick<PipeRuntime, 'name'>,
  logger: Logger,
): ReportPipe {
  return async ({ id, generation }, report) => {
    const failure = report.state === 'Running' ? null : { ...report.failure, at: new Date().toISOString() };
    const from = await queue.report(id, generation, report.state, failure);
    if (from === undefined) return;
    const change = { pipeId: id, from, to: report.state, runtime: runtime.name };
    if (failure === null) logger.info(change, 'Pipe recovered');
    else logger.warn({ ...change, failure }, 'Pipe reported a failure');
  };
}
