import { MASK, maskConnectionString } from './connection-string.ts';
import type { PipeSecrets } from './pipe.ts';
import type { PipeRuntime } from './pipe-runtime.ts';

/**
 * A runtime whose failures and verdicts quote no secret of the pipe they are about: engines put connection strings and
 * passwords into their messages, and messages are logged, traced, stored and shown (D-22).
 */
export function discreetRuntime(runtime: PipeRuntime): PipeRuntime {
  return {
    name: runtime.name,
    reachNextState: (pipe, signal) => masked(pipe.secrets, () => runtime.reachNextState(pipe, signal)),
    release: (pipe) => masked(pipe.secrets, () => runtime.release(pipe)),
    async readSample(pipe) {
      const { misfits, ...verdict } = await masked(pipe.secrets, () => runtime.readSample(pipe));
      const hide = maskOf(pipe.secrets);
      return { ...verdict, misfits: misfits.map((misfit) => ({ ...misfit, message: hide(misfit.message) })) };
    },
  };
}

async function masked<T>(secrets: PipeSecrets, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw discreetError(error, maskOf(secrets));
  }
}

/** What an engine hangs on its errors, causes among it, is not known and stays behind. */
function discreetError(error: unknown, hide: (text: string) => string): Error {
  if (!(error instanceof Error)) return new Error(hide(String(error)));
  const discreet = new Error(hide(error.message));
  discreet.name = error.name;
  discreet.stack = hide(error.stack ?? '');
  return discreet;
}

/** Replaces each secret in a text, as it is and as a URL writes it. */
function maskOf(secrets: PipeSecrets): (text: string) => string {
  const forms = stringsIn(secrets).flatMap((secret) => [secret, encodeURIComponent(secret)]);
  // The longest first, so that no part of one is left when a shorter one is replaced.
  const ordered = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return (text) => ordered.reduce((hidden, secret) => hidden.replaceAll(secret, MASK), text);
}

/** Every string of the secrets, and the values of a connection string one by one, but for those that are shown anyway. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(stringsIn);
  if (typeof value !== 'string' || value === '') return [];
  const hidden = value.split(';').filter((part) => maskConnectionString(part) !== part);
  const parts = hidden.map((part) => part.slice(part.indexOf('=') + 1));
  return [value, ...parts].filter((part) => part !== '');
}
