import { parse } from 'node:path';
import { diffContracts } from '../diff.ts';
import { UndecidedError } from '../undecided.ts';
import type { Command } from './command.ts';
import { assertFormat, print } from './print.ts';

const HELP = `penstock-contract diff compares two versions of an OpenAPI 3 document.

Usage: penstock-contract diff OLD NEW [--report text|markdown|json] [--output FILE]

OLD and NEW are local files, YAML or JSON. They may refer to other local files.

  --report markdown  for a reviewer: paste it into a pull request
  --report json      for a machine: the type ContractDiff of @penstock/contract-diff
  --output FILE      writes the report there

An operation with \`x-stability: experimental\` promises nothing: its breaking changes are reported, and the exit code stays 0.

Exit codes: 0 no breaking change, 1 a breaking change, 2 undecided.

  penstock-contract diff released.yaml openapi.yaml
  git cat-file blob main:openapi.yaml > /tmp/main.yaml && penstock-contract diff /tmp/main.yaml openapi.yaml --report markdown
`;

export const diff: Command = {
  help: HELP,
  options: { report: { type: 'string' }, output: { type: 'string' } },
  async run(values, operands) {
    const [before, after, ...more] = operands;
    if (before === undefined || after === undefined || more.length > 0) {
      throw new UndecidedError(
        'diff takes two files, the old one and the new one: penstock-contract diff OLD NEW',
      );
    }
    assertFormat(values.report);
    const found = await diffContracts(before, after);
    await print({ documents: [{ name: parse(after).name, diff: found }] }, found, values);
    return found.breaking ? 1 : 0;
  },
};
