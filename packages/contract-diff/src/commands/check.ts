import { checkContract } from '../gate/check.ts';
import { UndecidedError } from '../undecided.ts';
import type { Command } from './command.ts';
import { assertFormat, print } from './print.ts';

const HELP = `penstock-contract check decides whether a contract may be released.

Usage: penstock-contract check --baseline DIR --current DIR [options]

Compares every OpenAPI document in the baseline folder with the one of the same name in the current folder.
Unapproved breaking changes of stable and beta operations fail; those of experimental ones are reported.

  --approvals FILE     approved breaking changes; an approval that matches nothing, or has expired, fails
  --changesets DIR     with --package: checks that the changesets of this folder announce the required bump
  --package FILE       the package.json of the contract's package
  --report markdown    for a reviewer
  --report json        for a machine: the type GateResult of @penstock/contract-diff
  --output FILE        writes the report there

Exit codes: 0 may be released, 1 may not be released, 2 undecided.

  penstock-contract check --baseline baselines --current dist --approvals baselines/approved-changes.yaml
`;

export const check: Command = {
  help: HELP,
  options: {
    baseline: { type: 'string' },
    current: { type: 'string' },
    approvals: { type: 'string' },
    changesets: { type: 'string' },
    package: { type: 'string' },
    report: { type: 'string' },
    output: { type: 'string' },
  },
  async run(values, operands) {
    const { baseline, current, approvals, changesets, package: packageFile } = values;
    if (baseline === undefined || current === undefined || operands.length > 0) {
      throw new UndecidedError(
        'check needs two folders: penstock-contract check --baseline DIR --current DIR',
      );
    }
    if ((changesets === undefined) !== (packageFile === undefined)) {
      throw new UndecidedError(
        '--changesets and --package go together: the folder, and the package.json of the contract.',
      );
    }
    assertFormat(values.report);
    const gate = await checkContract({
      baseline,
      current,
      ...(approvals !== undefined && { approvals }),
      ...(changesets !== undefined && packageFile !== undefined && { release: { changesets, packageFile } }),
    });
    await print({ documents: gate.documents, gate }, gate, values);
    return gate.passes ? 0 : 1;
  },
};
