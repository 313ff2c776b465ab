import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface StartedProgram {
  /** The first URL that it printed. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server in a process of its own, with this Node.js. Resolves when it has printed its URL. */
export async function startProgram(
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<StartedProgram> {
  const env = { ...process.env, ...environment };
  const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+\S*/.exec(line) ?? [];
    if (url === undefined) continue;
    child.stdout.resume();
    return {
      url,
      stop: async () => {
        child.kill('SIGINT');
        await ended;
      },
    };
  }
  throw new Error(`${parameters.join(' ')} ended before it printed its URL.`);
}
