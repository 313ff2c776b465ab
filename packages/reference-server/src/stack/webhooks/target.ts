import type { ErrorEntry } from '@penstock/server';
import {
  ForbiddenReceiver,
  hostNameOf,
  type ReceiverAddresses,
} from '../../worker/deliveries/receiver-addresses.ts';
import { errorEntry } from '../base/error-entries.ts';

/** Returns the errors of the URL of a webhook; `pointer` is its location in the body (D-51). */
export type CheckTarget = (pointer: string, url: string) => Promise<ErrorEntry[]>;

/** A name that does not resolve is accepted, because every delivery checks it again. */
export function targetCheck(addresses: ReceiverAddresses): CheckTarget {
  return async (pointer, text) => {
    const url = URL.parse(text);
    if (url === null || url.port === '0') return [errorEntry(pointer, 'invalid_format', 'must be a URL')];
    try {
      await addresses.of(hostNameOf(url));
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
}
