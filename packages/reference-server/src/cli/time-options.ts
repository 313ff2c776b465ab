import { InvalidArgumentError } from 'commander';

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const DURATION = /^(?<count>[1-9]\d{0,5})(?<unit>[mhd])$/;
/** RFC 3339 with an offset; without an offset a time would be ambiguous. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** Such as `30m`, `12h` or `90d`, in milliseconds. For commander. */
export function parseDuration(text: string): number {
  const { count, unit } = DURATION.exec(text)?.groups ?? {};
  if (count === undefined) throw new InvalidArgumentError('Write it like 30m, 12h or 90d.');
  return Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}

/** Parses a time in the future: a duration from now, or RFC 3339. For commander. */
export function parseFuture(text: string): Date {
  const time = DURATION.test(text) ? new Date(Date.now() + parseDuration(text)) : parseTimestamp(text);
  if (time.getTime() <= Date.now()) throw new InvalidArgumentError('This time has already passed.');
  return time;
}

/** Parses a time in the past: a duration before now, or RFC 3339. For commander. Watched ranges call the result again. */
export function parsePast(text: string): (now: number) => Date {
  if (!DURATION.test(text)) {
    const time = parseTimestamp(text);
    return () => time;
  }
  const duration = parseDuration(text);
  return (now) => new Date(now - duration);
}

function parseTimestamp(text: string): Date {
  const time = new Date(text);
  if (TIMESTAMP.test(text) && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('Write it like 90d, 12h or 2027-01-31T00:00:00Z.');
}
