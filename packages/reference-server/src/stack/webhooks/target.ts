import type { ErrorEntry } from '@penstock/server';
import {
  ForbiddenReceiver,
  hostNameOf,
  type ReceiverAddresses,
} from '../../worker/deliveries/receiver-addresses.ts';
import { errorEntry } from '../base/error-entries.ts';

/** Returns the errors of the URL of a webhook of a tenant; `pointer` is its location in the body (D-51). */
export type CheckTarget = (tenantId: string, pointer: string, url: string) => Promise<ErrorEntry[]>;

/** The URLs of a tenant that are checked at the same time. */
const MAX_PARALLEL = 10;

/** A name that does not resolve is accepted, because every delivery checks it again. */
export function targetCheck(addresses: ReceiverAddresses): CheckTarget {
  const running = new Map<string, number>();

  const check = async (pointer: string, host: string): Promise<ErrorEntry[]> => {
    try {
      await addresses.of(host);
      return [];
    } catch (error) {
      if (!(error instanceof ForbiddenReceiver)) throw error;
      return [
        errorEntry(
          pointer,
          'target_not_allowed',
          'resolves to a loopback, private, link-local or other special address',
        ),
      ];
    }
  };

  return async (tenantId, pointer, text) => {
    const url = URL.parse(text);
    if (url === null || url.port === '0') return [errorEntry(pointer, 'invalid_format', 'must be a URL')];
    const others = running.get(tenantId) ?? 0;
    if (others >= MAX_PARALLEL)
      return [
        errorEntry(
          pointer,
          'invalid',
          'cannot be checked now, because the addresses of other webhooks are being checked; retry',
        ),
      ];
    running.set(tenantId, others + 1);
    try {
      return await check(pointer, hostNameOf(url));
    } finally {
      const left = (running.get(tenantId) ?? 1) - 1;
      if (left === 0) running.delete(tenantId);
      else running.set(tenantId, left);
    }
  };
}
