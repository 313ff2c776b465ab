import { blessBaseline } from '../gate/baselines.ts';
import { UndecidedError } from '../undecided.ts';
import type { Command } from './command.ts';

const HELP = `penstock-contract bless makes the current contract the baseline of the next release.

Usage: penstock-contract bless --baseline DIR --current DIR [--approvals FILE] [FILE…]

Run it as a part of a release, after check has passed. FILE… are names in the current folder; by default, the
documents of the baseline. --approvals empties that file, because the approved changes are released now.

  penstock-contract bless --baseline baselines --current dist --approvals baselines/approved-changes.yaml
`;

export const bless: Command = {
  help: HELP,
  options: { baseline: { type: 'string' }, current: { type: 'string' }, approvals: { type: 'string' } },
  async run({ baseline, current, approvals }, files) {
    if (baseline === undefined || current === undefined) {
      throw new UndecidedError(
        'bless needs two folders: penstock-contract bless --baseline DIR --current DIR',
      );
    }
    const blessed = await blessBaseline({
      baseline,
      current,
      files,
      ...(approvals !== undefined && { approvals }),
    });
    process.stdout.write(`${blessed.join(', ')} of ${current}: now the baseline in ${baseline}.\n`);
    return 0;
  },
};
