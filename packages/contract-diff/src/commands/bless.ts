import { blessBaseline } from '../gate/baselines.ts';
import { UndecidedError } from '../undecided.ts';
import type { Command } from './command.ts';

const HELP = `penstock-contract bless makes the contract of today the baseline: what the next release is compared with.

Usage: penstock-contract bless --baseline DIR --current DIR [--approvals FILE] [FILE…]

Run it as a part of a release, after check has passed. FILE… are names in the folder of today; without them, the
documents that the baseline has. --approvals empties that file: what was approved is released now.

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
    process.stdout.write(`${blessed.join(', ')} of ${current}: the baseline in ${baseline} from now on.\n`);
    return 0;
  },
};
