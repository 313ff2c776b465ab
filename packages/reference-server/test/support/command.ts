import { vi } from 'vitest';
import type { ProcessRun } from '../../src/api/testing/server-process.ts';
import { main } from '../../src/cli/main.ts';

/** Runs a command in this process and collects what it prints: for tests whose subject is not the process. */
export async function runCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ProcessRun> {
  const [stdout, stderr] = [collect(process.stdout), collect(process.stderr)];
  const { exitCode } = process;
  const umask = process.umask();
  try {
    process.exitCode = 0;
    await main(args, environment);
    return { code: Number(process.exitCode), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    for (const stream of [stdout, stderr]) stream.restore();
    process.exitCode = exitCode;
    process.umask(umask);
  }
}

function collect(stream: NodeJS.WriteStream): { text(): string; restore(): void } {
  let written = '';
  const write = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
    written += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  });
  return { text: () => written, restore: () => write.mockRestore() };
}
