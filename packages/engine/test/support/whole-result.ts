interface Part {
  readonly rows?: readonly unknown[];
}

export async function partsOf<Result>(parts: AsyncIterable<Result>): Promise<Result[]> {
  const all: Result[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

/** The parts of a result as one, with the rows of all parts. */
export async function wholeResult<Result extends object>(parts: AsyncIterable<Result>): Promise<Result> {
  const all = await partsOf(parts);
  const rows = all.flatMap((part: Part) => part.rows ?? []);
  return { ...(all.at(-1) as Result), ...((all[0] as Part).rows !== undefined && { rows }) };
}
