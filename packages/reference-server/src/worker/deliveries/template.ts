import mustache from 'mustache';
import type { Notification } from './notification.ts';

/** A part of a template: text, a variable, or a feature of Mustache that templates must not use. */
export type TemplateToken = readonly [type: string, value: string];

/** Without the cache of the library, which keeps every template that it has ever seen. */
const WRITER = Object.assign(new mustache.Writer(), { templateCache: undefined });

/** Undefined if the braces of the template do not match. */
export function templateTokens(template: string): readonly TemplateToken[] | undefined {
  try {
    const tokens: readonly TemplateToken[] = WRITER.parse(template);
    return tokens.map(([type, value]) => [type, value]);
  } catch {
    return undefined;
  }
}

/**
 * Replaces the variables of a template by fields of the notification, escaped for JSON strings; a field that the notification lacks is
 * empty (D-83).
 *
 * @param prepare escapes a value for the format inside of the string
 */
export function renderTemplate(
  template: string,
  message: Notification,
  prepare: (value: string) => string,
): string {
  return WRITER.render(template, withoutPrototypes(message), undefined, {
    escape: (value: unknown) => JSON.stringify(prepare(String(value))).slice(1, -1),
  });
}

/** Columns of a group have any name. The library would find `constructor` in the prototype of every other object, and call it. */
function withoutPrototypes(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]) => [name, withoutPrototypes(member)]);
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}
