import type {
  Pipe,
  PipeCreate,
  PipeScalingUpdate,
  PipeSettingsCreate,
  PipeUpdate,
  Readable,
  Writable,
} from '@penstock/contract';
import type { PipeRecord } from '../worker/stored-pipe.ts';

/** A pipe in responses, without credentials. */
export type PipeView = Readable<Pipe>;
export type PipeCreateBody = Writable<PipeCreate>;
export type PipeUpdateBody = Writable<PipeUpdate>;
export type PipeScalingBody = Writable<PipeScalingUpdate>;
export type PipeSettingsBody = Writable<PipeSettingsCreate>;

/** Returns the pipe as the contract defines it. */
export function viewOf(pipe: PipeRecord): PipeView {
  return {
    id: pipe.id,
    serviceId: pipe.serviceId,
    state: pipe.state,
    ...pipe.definition,
    createdAt: pipe.createdAt,
    updatedAt: pipe.updatedAt,
  };
}
