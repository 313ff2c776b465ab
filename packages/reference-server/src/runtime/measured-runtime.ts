import type { PipeRuntime } from '@penstock/engine';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Traces } from '../telemetry/traces.ts';

/** A runtime whose steps are counted, timed and traced. It behaves like the wrapped one. */
export function measuredRuntime(runtime: PipeRuntime, metrics: Metrics, traces: Traces): PipeRuntime {
  return {
    ...runtime,
    async reachNextState(pipe, signal, moving) {
      const begun = performance.now();
      const finished = (outcome: 'reached' | 'failed') =>
        metrics.pipeStepFinished(signal.aborted ? 'abandoned' : outcome, (performance.now() - begun) / 1000);
      try {
        const reached = await traces.span(
          'pipe step',
          { 'penstock.pipe.id': pipe.id, 'penstock.pipe.state': pipe.state },
          () => runtime.reachNextState(pipe, signal, moving),
        );
        finished('reached');
        return reached;
      } catch (error) {
        finished('failed');
        throw error;
      }
    },
  };
}
