import { renameSync, writeFileSync } from 'node:fs';

/** The credentials of the first start. Only this file contains them in clear text. */
export interface FirstCredentials {
  readonly management: {
    readonly organizationId: string;
    readonly serviceId: string;
    readonly keyId: string;
    readonly keySecret: string;
  };
  readonly observability: { readonly team: string; readonly token: string };
}

/** Writes the file atomically, readable by its owner only. */
export function writeCredentials(file: string, credentials: FirstCredentials): void {
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}
