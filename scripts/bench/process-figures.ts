import { readFileSync } from 'node:fs';

/** Clock ticks of /proc, 10 ms on every Linux. */
const TICKS_PER_SECOND = 100;

/** The memory of a process, in MiB. */
export function residentMib(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(read(pid, 'status'))?.[1]) / 1024;
}

/** The CPU time that a process has used, in user and system mode. */
export function cpuSeconds(pid: number | undefined): number {
  const stat = read(pid, 'stat');
  // The name of the program is in brackets and can contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function read(pid: number | undefined, file: string): string {
  return readFileSync(`/proc/${pid}/${file}`, 'utf8');
}
