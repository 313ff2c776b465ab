import type { Alert as ContractAlert, Readable } from '@penstock/contract';

export type Alert = Readable<ContractAlert>;
