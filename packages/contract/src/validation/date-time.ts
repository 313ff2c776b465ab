const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):(\d\d))$/i;
const MINUTES_OF_DAY = 24 * 60;

/** Whether a text is a timestamp of RFC 3339 section 5.6. Checks days of the month and leap seconds too. */
export function isDateTime(text: string): boolean {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return false;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as Six;
  const [offsetHour, offsetMinute] = [Number(parts[8] ?? 0), Number(parts[9] ?? 0)];
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return false;
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  // Leap seconds are inserted at the end of a day in UTC.
  const offset = (offsetHour * 60 + offsetMinute) * (parts[7] === '-' ? -1 : 1);
  const minuteInUtc = (hour * 60 + minute - offset + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  return second === 60 && minuteInUtc === MINUTES_OF_DAY - 1;
}

type Six = [number, number, number, number, number, number];

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
