/** Runs `penstock-conformance`; the exit code: 0 conforms, 1 does not, 2 could not tell. */
export async function main(args: readonly string[]): Promise<number> {
  process.stderr.write(`penstock-conformance: not ready yet (${args.length} arguments).\n`);
  return 2;
}
