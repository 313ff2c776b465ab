import { PipeError, type PipeFailure, type ReachedState, type RuntimeFailure } from '@penstock/engine';

/** What the runtime learned, or why it failed. */
export interface Outcome {
  readonly reached?: ReachedState;
  readonly failure?: RuntimeFailure;
}

export async function outcomeOf(attempt: () => Promise<ReachedState>): Promise<Outcome> {
  try {
    return { reached: await attempt() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof PipeError)) return { failure: { code: 'internal_error', message } };
    const { code, isFinal } = error;
    return { failure: { code, message, ...(isFinal && { isFinal }) } };
  }
}

/** A failure as it is stored. */
export function noticed({ code, message }: RuntimeFailure): PipeFailure {
  return { code, message, at: new Date().toISOString() };
}
