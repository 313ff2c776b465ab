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
  const { write } = stream;
  let written = '';
  stream.write = (chunk: string | Uint8Array) => {
    written += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  };
  const restore = () => {
    stream.write = write;
  };
  return { text: () => written, restore };
}
