/** Where a broker listens. */
export interface BrokerAddress {
  readonly host: string;
  readonly port: number;
}

/** Reads a comma-separated list of `host:port`. IPv6 addresses are in brackets. */
export function parseBrokers(list: string): BrokerAddress[] {
  return list.split(',').map((entry) => {
    const colon = entry.lastIndexOf(':');
    return {
      host: entry.slice(0, colon).replace(/^\[(.*)\]$/, '$1'),
      port: Number(entry.slice(colon + 1)),
    };
  });
}

export function writeBroker({ host, port }: BrokerAddress): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
