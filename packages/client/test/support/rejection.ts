import { PenstockError } from '../../src/index.ts';

/** Returns the `PenstockError` that a call rejects with. */
export async function rejectionOf(call: PromiseLike<unknown>): Promise<PenstockError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PenstockError)) throw new Error(`not a PenstockError: ${error}`);
  return error;
}
