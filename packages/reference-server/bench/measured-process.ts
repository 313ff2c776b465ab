import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpuSeconds, residentMib } from '@penstock/bench/process-figures';

/** A server in a process of its own, and what it costs. */
export interface MeasuredProcess {
  readonly url: string;
  readonly pid: number;
  /** CPU time that it has used so far, in milliseconds. */
  cpuMs(): number;
  /** CPU time that the processes have used that it has started, in milliseconds. */
  childrenCpuMs(): number;
  /** Its memory, in MiB. */
  residentMib(): number;
  stop(): Promise<void>;
}

/** Runs a program with this Node and waits until it has written the URL that it listens on. */
export async function startMeasured(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<MeasuredProcess> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await writtenUrl(child, args);
  const children = () =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ').filter(Boolean);
  return {
    url,
    pid: child.pid ?? 0,
    cpuMs: () => cpuSeconds(child.pid) * 1000,
    childrenCpuMs: () => children().reduce((sum, pid) => sum + cpuSeconds(Number(pid)) * 1000, 0),
    residentMib: () => residentMib(child.pid),
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function writtenUrl(child: ChildProcess, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code} before it listened.`)));
  });
}
