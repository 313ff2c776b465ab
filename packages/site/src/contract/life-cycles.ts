import { parse } from 'yaml';
import { type Texts, textOf } from './texts.ts';

/** The content of `openapi/description/pipe-life-cycle.yaml`, which documents its parts. */
export interface LifeCycles {
  readonly states: Readonly<Record<string, { readonly steady: boolean; readonly meaning: string }>>;
  readonly lifeCycles: Readonly<Record<string, LifeCycle>>;
  readonly commands: Readonly<Record<string, Command>>;
}

export interface LifeCycle {
  readonly title: string;
  readonly replicates?: boolean;
  readonly ways: readonly Way[];
}

interface Way {
  readonly from: string;
  readonly to: string;
  readonly cause?: 'initialized' | 'change';
}

interface Command {
  /** A state, or `rest`: Pausing for replicating pipes, Stopping for all others. */
  readonly enters: string;
  readonly from: readonly string[];
  readonly changesNothing: readonly string[];
  readonly rejectedWith: string;
  readonly onlyReplicating?: boolean;
  readonly otherwise?: string;
}

export function readLifeCycles(texts: Texts): LifeCycles {
  return parse(textOf(texts, 'description/pipe-life-cycle.yaml')) as LifeCycles;
}
