import { createHash } from 'node:crypto';

/** The token of the insert of a range: the same rows of the same pipe always have the same one. */
export function batchToken(pipeId: string, epoch: number, range: string): string {
  return createHash('sha256')
    .update(JSON.stringify([pipeId, epoch, range]))
    .digest('hex');
}
