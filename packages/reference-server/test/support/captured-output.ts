import { vi } from 'vitest';

/** What a command printed, and its exit code. */
export interface CapturedOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process and collects what it prints: for tests whose subject is not the process. */
export async function capturedOutput(run: () => Promise<void>): Promise<CapturedOutput> {
  const [stdout, stderr] = [collect(process.stdout), collect(process.stderr)];
  const { exitCode } = process;
  try {
    process.exitCode = 0;
    await run();
    return { code: Number(process.exitCode), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    for (const stream of [stdout, stderr]) stream.restore();
    process.exitCode = exitCode;
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
