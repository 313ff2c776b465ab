import type { PipeSecrets } from '@penstock/engine';
import { PipeError, type PipeRuntime } from '@penstock/engine';
import { maskConnectionString } from './connection-string.ts';
import { maskTexts } from './mask-texts.ts';

/**
 * A runtime that removes the secrets of a pipe from its errors and sample results. Engines put connection strings and
 * passwords into their messages, and messages are logged, traced, stored and returned (D-22).
 */
export function redactingRuntime(runtime: PipeRuntime): PipeRuntime {
  const { divide, examineAtRest, move } = runtime;
  return {
    ...runtime,
    ...(divide !== undefined && {
      divide: (pipe, signal) => masked(pipe.secrets, () => divide(pipe, signal)),
    }),
    ...(move !== undefined && {
      move: (pipe, signal, moving) => masked(pipe.secrets, () => move(pipe, signal, moving)),
    }),
    ...(examineAtRest !== undefined && {
      examineAtRest: (pipe) => masked(pipe.secrets, () => examineAtRest(pipe)),
    }),
    reachNextState: (pipe, ...rest) => masked(pipe.secrets, () => runtime.reachNextState(pipe, ...rest)),
    release: (pipe) => masked(pipe.secrets, () => runtime.release(pipe)),
    discoverSchema: (plan) => masked(plan.secrets, () => runtime.discoverSchema(plan)),
    async readSample(pipe) {
      const { errors, ...verdict } = await masked(pipe.secrets, () => runtime.readSample(pipe));
      const mask = maskOf(pipe.secrets);
      return { ...verdict, errors: errors.map((error) => ({ ...error, message: mask(error.message) })) };
    },
  };
}

async function masked<T>(secrets: PipeSecrets, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw redactedError(error, maskOf(secrets));
  }
}

/** Other properties of the error, including its cause, are dropped because they may contain secrets. */
function redactedError(error: unknown, mask: (text: string) => string): Error {
  if (!(error instanceof Error)) return new Error(mask(String(error)));
  const message = mask(error.message);
  const redacted =
    error instanceof PipeError
      ? new PipeError(error.code, message, { isFinal: error.isFinal })
      : new Error(message);
  if (!(redacted instanceof PipeError)) redacted.name = error.name;
  redacted.stack = mask(error.stack ?? '');
  return redacted;
}

function maskOf(secrets: PipeSecrets): (text: string) => string {
  return maskTexts(stringsIn(secrets));
}

/** Every string of the secrets, each masked value of a connection string, and each line of a key. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(stringsIn);
  if (typeof value !== 'string' || value === '') return [];
  const hidden = value.split(';').filter((part) => maskConnectionString(part) !== part);
  const parts = hidden.map((part) => part.slice(part.indexOf('=') + 1));
  const lines = value.split(/\r?\n/).filter((line) => !PEM_LABEL.test(line));
  return [value, ...parts, ...lines].filter((part) => part !== '');
}

const PEM_LABEL = /^-----(BEGIN|END) [A-Z ]+-----$/;
