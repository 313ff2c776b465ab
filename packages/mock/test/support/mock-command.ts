import { type CapturedOutput, capturedOutput } from '@penstock/reference-server/testing';
import { vi } from 'vitest';
import { run } from '../../src/command/cli.ts';

interface CommandOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** The working directory. */
  readonly folder?: string;
}

/** Runs `penstock-mock` in this process, for commands that end by themselves. */
export async function runMock(
  args: readonly string[],
  { environment = {}, folder }: CommandOptions = {},
): Promise<CapturedOutput> {
  const before = process.cwd();
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  if (folder !== undefined) process.chdir(folder);
  try {
    return await capturedOutput(() => run(args));
  } finally {
    process.chdir(before);
    vi.unstubAllEnvs();
  }
}
