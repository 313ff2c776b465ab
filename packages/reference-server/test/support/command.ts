import { type CapturedOutput, capturedOutput } from '../../src/api/testing/captured-output.ts';
import { main } from '../../src/cli/main.ts';

/** Runs `penstock` in this process. */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<CapturedOutput> {
  const umask = process.umask();
  try {
    return await capturedOutput(() => main(args, environment));
  } finally {
    process.umask(umask);
  }
}
