import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** A server in a process of its own, and what it costs. */
export interface MeasuredProcess {
  readonly url: string;
  /** CPU time that it has used so far, in milliseconds. */
  cpuMs(): number;
  /** CPU time that the processes have used that it has started, in milliseconds. */
  childrenCpuMs(): number;
  /** Its memory, in MiB. */
  residentMib(): number;
  stop(): Promise<void>;
}

/** Clock ticks of /proc, 10 ms on every Linux. */
const TICK_MS = 10;

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
  const proc = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8');
  const children = () => proc(`task/${child.pid}/children`).split(' ').filter(Boolean);
  return {
    url,
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    childrenCpuMs: () => children().reduce((sum, pid) => sum + cpuMsOf(Number(pid)), 0),
    residentMib: () => Number(/VmRSS:\s+(\d+) kB/.exec(proc('status'))?.[1]) / 1024,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the name of the program, which is in brackets: fields 14 and 15, user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function writtenUrl(child: ChildProcess, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
      if (url !== undefined) resolve(url);
    });
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} has ended with ${code}.`)));
  });
}
