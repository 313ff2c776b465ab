export function smoke(client: Record<string, unknown>, baseUrl: string): Promise<Record<string, unknown>>;
