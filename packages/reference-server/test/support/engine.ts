import { notInstalledReason } from '@penstock/engine';

/** Tests of the embedded engine are skipped where it is not installed. */
export const ENGINE_INSTALLED = notInstalledReason() === undefined;

/** Settings of a server with the embedded engine, whose data is in the folder. */
export function withEngine(folder?: string): Readonly<Record<string, string>> {
  return {
    ...(folder !== undefined && { PENSTOCK_DATA: folder }),
    PENSTOCK_ENGINE: 'embedded',
    PENSTOCK_ENGINE_MEMORY_MB: '1000',
  };
}
