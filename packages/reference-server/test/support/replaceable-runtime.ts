import type { PipeRuntime } from '@penstock/engine';

/** A runtime whose work is done by another one, which can be replaced while the server runs. */
export interface ReplaceableRuntime extends PipeRuntime {
  /** From now on this one is asked. Work that is under way stays with the one that began it. */
  use<Runtime extends PipeRuntime>(runtime: Runtime): Runtime;
}

export function replaceableRuntime(): ReplaceableRuntime {
  let current: PipeRuntime | undefined;
  const inUse = () => {
    if (current === undefined) throw new Error('The test has chosen no runtime.');
    return current;
  };
  return {
    name: 'ReplaceableRuntime',
    use(runtime) {
      current = runtime;
      return runtime;
    },
    simulated: false,
    discoverSchema: (plan) => inUse().discoverSchema(plan),
    deliveryGuarantee: (definition) => inUse().deliveryGuarantee(definition),
    readMetrics: (...range) => inUse().readMetrics(...range),
    readRejectedRows: (...page) => inUse().readRejectedRows(...page),
    reachNextState: (...given) => inUse().reachNextState(...given),
    release: (pipe) => inUse().release(pipe),
    checkDefinition: (definition) => inUse().checkDefinition(definition),
    readSample: (pipe) => inUse().readSample(pipe),
  };
}
