import type { OperationCost } from './measurements/first-request.ts';
import type { Results } from './results.ts';

/** A promise about speed, and whether this run kept it. */
export interface Verdict {
  readonly what: string;
  readonly measured: number;
  readonly limit: number;
  readonly kept: boolean;
}

/** A garbage collection does not leave the same bytes twice; what is kept for each request would be far more. */
const NO_MEMORY_KB = 256;

/** The promises, all as ratios of figures of the same run, but for the memory. */
export function judge({ requests, routes, types, first }: Results): Verdict[] {
  const { express, guardedExpress, stock, stockBoth, hardened, hardenedBoth, compiled } = requests;
  const engines = ['hardened', 'compiled'] as const;
  return [
    atMost(
      'GET: compiled / Express 5 with Basic and rate limit',
      compiled.GET.cpu / guardedExpress.GET.cpu,
      0.95,
    ),
    atMost(
      'PATCH: compiled / Express 5 with Basic and rate limit',
      compiled.PATCH.cpu / guardedExpress.PATCH.cpu,
      0.95,
    ),
    atMost('GET: compiled / Express 5', compiled.GET.cpu / express.GET.cpu, 1.1),
    atMost('PATCH: compiled / Express 5', compiled.PATCH.cpu / express.PATCH.cpu, 1.25),
    below('GET: hardened / express-openapi-validator', hardened.GET.cpu / stock.GET.cpu, 1),
    below('PATCH: hardened / express-openapi-validator', hardened.PATCH.cpu / stock.PATCH.cpu, 1),
    below(
      'GET, responses checked: hardened / express-openapi-validator',
      hardenedBoth.GET.cpu / stockBoth.GET.cpu,
      1,
    ),
    below(
      'PATCH, responses checked: hardened / express-openapi-validator',
      hardenedBoth.PATCH.cpu / stockBoth.PATCH.cpu,
      1,
    ),
    ...engines.flatMap((engine) => {
      const route = routes[`${engine}ManyRoutes`];
      const type = types[engine];
      return [
        atMost(`last of 300 routes / first: ${engine}`, route.last / route.first, 1.1),
        atMost(`different Content-Types / same: ${engine}`, type.different / type.same, 1.2),
        atMost(`memory after different Content-Types, kB: ${engine}`, type.growth / 1024, NO_MEMORY_KB),
        atMost(`first request to an operation / warm, worst: ${engine}`, worst(first[engine]), 2),
      ];
    }),
  ];
}

/** The operation whose first request is worst, as a ratio to its warm ones. */
function worst(operations: readonly OperationCost[]): number {
  return Math.max(...operations.map((operation) => operation.first / operation.warm));
}

function atMost(what: string, measured: number, limit: number): Verdict {
  return { what, measured, limit, kept: measured <= limit };
}

function below(what: string, measured: number, limit: number): Verdict {
  return { what, measured, limit, kept: measured < limit };
}
