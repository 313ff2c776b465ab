import { limited } from './limited.ts';

/** Resolves after a pause, or rejects with the signal's reason as soon as it is aborted. Leaves no listener. */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  const over = {};
  const endless = () => new Promise<never>(() => {});
  await limited(endless, signal, milliseconds, () => over).catch((reason) => {
    if (reason !== over) throw reason;
  });
}
