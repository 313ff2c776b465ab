import { quoteText } from '../../../port/names.ts';
import type { TextConversion } from './text-conversion.ts';

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;

/**
 * The value of an array, from its text: `{1,NULL,"a \"b\""}`. Postgres does not enforce dimensions: a value with more of them than declared
 * loses its outer ones, and a value with fewer gets lists of one element around it.
 *
 * @param element the value of an element, from its text
 */
export function asArray(dimensions: number, delimiter: string, element: TextConversion): TextConversion {
  return (text) => {
    // The text of an array that does not begin at 1 begins with its bounds: [0:1]={…}
    const braces = `replaceRegexpOne(ifNull(${text}, '{}'), '^[^{]*', '')`;
    return `if(${braces} = '{}', [], ${nested(dimensions, braces, delimiter, element)})`;
  };
}

function nested(dimensions: number, text: string, delimiter: string, element: TextConversion): string {
  const variable = `x${dimensions}`;
  if (dimensions > 1) {
    const value = nested(dimensions - 1, variable, delimiter, element);
    return `arrayMap(${variable} -> ${value}, ${extractAll(text, group(dimensions - 1, delimiter))})`;
  }
  const tokens = extractAll(text, leaf(delimiter));
  return `arrayMap(x0 -> ${element('x0')}, arrayMap(${variable} -> ${unquoted(variable)}, ${tokens}))`;
}

function extractAll(text: string, pattern: string): string {
  return `extractAll(${text}, ${quoteText(`(?s)${pattern}`)})`;
}

/** An element. */
function leaf(delimiter: string): string {
  return `${QUOTED}|[^{}${delimiter}"]+`;
}

/** A list of elements, or of lists of a depth. */
function group(depth: number, delimiter: string): string {
  const content = depth === 1 ? `${QUOTED}|[^{}"]` : `${group(depth - 1, delimiter)}|${delimiter}`;
  return String.raw`\{(?:${content})*\}`;
}

/** A text without its quotes; the word NULL without quotes is null. */
function unquoted(token: string): string {
  const inner = `substring(${token}, 2, toUInt64(greatest(length(${token}), 2)) - 2)`;
  const unescaped = `replaceRegexpAll(${inner}, ${quoteText(String.raw`(?s)\\(.)`)}, ${quoteText('\\1')})`;
  return `multiIf(${token} = 'NULL', NULL, startsWith(${token}, '"'), ${unescaped}, ${token})`;
}
