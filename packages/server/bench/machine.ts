import { cpus } from 'node:os';

/** What the figures were measured on. */
export interface Machine {
  readonly cpu: string;
  /** Those of the machine, not the ones that this process is kept on. */
  readonly cores: number;
  readonly node: string;
  readonly system: string;
}

export function thisMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    node: process.version,
    system: `${process.platform} ${process.arch}`,
  };
}
