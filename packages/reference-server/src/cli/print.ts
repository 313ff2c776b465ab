/** What a command has to say: one JSON value for machines, or lines for people. */
export function print(json: boolean | undefined, value: unknown, lines: string): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : lines);
}
