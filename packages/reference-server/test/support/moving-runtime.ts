import type { PipeRuntime, RuntimePipe } from '@penstock/engine';
import { simulatedRuntime } from '../../src/runtime/simulated-runtime.ts';

/** A call of `move` that a test controls. */
interface Movement {
  readonly pipe: RuntimePipe;
  readonly signal: AbortSignal;
  /** Data moves. */
  moving(): void;
  /** Ends it: everything is read, or data cannot move for this reason. */
  end(failure?: Error): void;
}

/** A runtime whose running pipes move until the test ends that, or the worker does. */
export interface MovingRuntime extends PipeRuntime {
  /** All calls of `move`, in their order. */
  readonly movements: readonly Movement[];
  /** The readers for which a call of `move` or of `reachNextState` has begun and not ended, with repetitions; the first reader as its pipe. */
  readonly underWay: readonly string[];
  /** Whether two calls for one reader were ever under way at the same time. */
  readonly collided: boolean;
}

export function movingRuntime(changes: Partial<PipeRuntime> = {}): MovingRuntime {
  const movements: Movement[] = [];
  const underWay: string[] = [];
  let collided = false;
  const tracked = async <Result>({ id: pipeId, reader }: RuntimePipe, work: () => Promise<Result>) => {
    const id = reader === 0 ? pipeId : `${pipeId}/${reader}`;
    collided ||= underWay.includes(id);
    underWay.push(id);
    try {
      return await work();
    } finally {
      underWay.splice(underWay.indexOf(id), 1);
    }
  };
  const base = { ...simulatedRuntime(0), name: 'MovingRuntime', simulated: false, ...changes };
  return {
    ...base,
    movements,
    underWay,
    get collided() {
      return collided;
    },
    reachNextState: (pipe, ...rest) => tracked(pipe, () => base.reachNextState(pipe, ...rest)),
    move: (pipe, signal, moving) =>
      tracked(
        pipe,
        () =>
          new Promise<void>((resolve, reject) => {
            signal.addEventListener('abort', () => resolve(), { once: true });
            if (signal.aborted) resolve();
            const end = (failure?: Error) => (failure === undefined ? resolve() : reject(failure));
            movements.push({ pipe, signal, moving, end });
          }),
      ),
  };
}
