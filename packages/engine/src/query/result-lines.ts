/** Fewer characters make no part of their own, because each part has a cost. */
const PART_LENGTH = 64 * 1024;

/** The lines of a whole result. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

/** The lines of a result in parts; at least one part. */
export async function* linesInParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let text = '';
  let hasParts = false;
  for await (const chunk of chunks) {
    const decoded = decoder.decode(chunk, { stream: true });
    text += decoded;
    if (text.length < PART_LENGTH || !decoded.includes('\n')) continue;
    const end = text.lastIndexOf('\n') + 1;
    const lines = linesOf(text.slice(0, end));
    text = text.slice(end);
    hasParts = true;
    yield lines;
  }
  const rest = linesOf(text + decoder.decode());
  if (rest.length > 0 || !hasParts) yield rest;
}
