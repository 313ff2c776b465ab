const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i;
const MINUTES_OF_DAY = 24 * 60;
const OFFSET_LENGTH = '+00:00'.length;

/**
 * Whether a text is a timestamp of RFC 3339 section 5.6. Checks days of the month and leap seconds too. Responses contain thousands
 * of them, so it makes no objects.
 */
export function isDateTime(text: string): boolean {
  if (!DATE_TIME.test(text)) return false;
  const [month, day] = [digitsAt(text, 5), digitsAt(text, 8)];
  if (month < 1 || month > 12 || day < 1) return false;
  if (day > 28 && day > daysOf(digitsAt(text, 0) * 100 + digitsAt(text, 2), month)) return false;
  const [hour, minute, second] = [digitsAt(text, 11), digitsAt(text, 14), digitsAt(text, 17)];
  const zone = text.length - OFFSET_LENGTH;
  const isUtc = text.endsWith('Z') || text.endsWith('z');
  const [offsetHour, offsetMinute] = isUtc ? [0, 0] : [digitsAt(text, zone + 1), digitsAt(text, zone + 4)];
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  // Leap seconds are inserted at the end of a day in UTC.
  const offset = (offsetHour * 60 + offsetMinute) * (text[zone] === '-' ? -1 : 1);
  const minuteInUtc = (hour * 60 + minute - (isUtc ? 0 : offset) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  return second === 60 && minuteInUtc === MINUTES_OF_DAY - 1;
}

const ZERO = 48;

/** The number that two digits are. */
function digitsAt(text: string, at: number): number {
  return (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
