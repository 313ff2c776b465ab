/** Escapes text from a contract for Markdown: it contains no markup, no link and no mention. */
export function escaped(text: string): string {
  return (
    oneLine(text)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll(/[\\`*_{}[\]()#+\-!|~]/g, '\\$&')
      // Hosts turn these into links in plain text; an empty comment between the characters prevents that.
      .replaceAll(/@|:\/\/|www(?=\.)/gi, '$&<!-- -->')
  );
}

/** Formats any value as code; `|` would end the cell of a table. */
export function code(text: string): string {
  const line = oneLine(text).replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = longest > 0 || line.trim() === '' ? ' ' : '';
  return `${fence}${padding}${line || ' '}${padding}${fence}`;
}

/** Formats a sentence with names in backticks or quotes: these become code, the rest is text. */
export function sentence(text: string): string {
  return oneLine(text)
    .split(/(`[^`]+`|'[^']+')/)
    .map((part, index) => (index % 2 === 1 ? code(part.slice(1, -1)) : escaped(part)))
    .join('');
}

/** A block of code whose content cannot end it. */
export function codeBlock(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a report has one line per statement
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ');
}
