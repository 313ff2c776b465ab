import { Command } from 'commander';
import type { Environment } from '../api/configuration.ts';
import { type Rotation, rotateSecrets } from '../storage/rotation.ts';
import { print } from './print.ts';
import { progress } from './progress.ts';
import { withStorage } from './with-storage.ts';

const ROTATION_HELP = `
Encrypts everything with the first key of PENSTOCK_SECRET_KEYS that older keys have encrypted. Servers may keep running.
If the command is interrupted, run it again: it continues with the remaining values.

To rotate keys without downtime:
  1. Create a key:                       openssl rand -base64 32
  2. Append it, and restart each server: PENSTOCK_SECRET_KEYS=old:<key>,new:<key>
  3. Put it first, and restart each:     PENSTOCK_SECRET_KEYS=new:<key>,old:<key>
  4. Encrypt everything with it:         penstock secrets rotate
  5. Remove the old one, and restart each.

The development key has the id development; it is in the file secret.key of the data folder.`;

/** `penstock secrets`: the keys that encrypt stored secrets. */
export function secretsCommand(environment: Environment): Command {
  const secrets = new Command('secrets').description('manage the encryption of stored secrets');
  secrets
    .command('rotate')
    .description('encrypt everything with the newest key')
    .option('--json', 'for machines')
    .addHelpText('after', ROTATION_HELP)
    .action(({ json }: { json?: true }) => rotate(environment, json === true));
  return secrets;
}

async function rotate(environment: Environment, json: boolean): Promise<void> {
  const bar = progress('Encrypting');
  const rotation = await withStorage(environment, ({ db, vault }) =>
    rotateSecrets(db, vault, bar.update),
  ).finally(bar.clear);
  print(json, rotation, `${describe(rotation)}\n`);
  if (rotation.remaining > 0) process.exitCode = 1;
}

function describe({ key, reencrypted, remaining, retired }: Rotation): string {
  const done = `${reencrypted} ${reencrypted === 1 ? 'value was' : 'values were'} encrypted again; the key is ${key}.`;
  if (remaining > 0)
    return `${done}\n${remaining} more were written with an older key in the meantime: a server still runs with the old PENSTOCK_SECRET_KEYS. Restart it with the new keys, and rotate again.`;
  if (retired.length === 0) return `${done} No other key is in use.`;
  return `${done} ${retired.join(', ')} is no longer needed: when every server runs with ${key} as the first key, remove it from PENSTOCK_SECRET_KEYS.`;
}
