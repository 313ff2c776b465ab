import type { Server } from 'node:http';

/** A server that is measured. Each runs in a process of its own, which loads its libraries and no others. */
interface Contestant {
  /** As the tables call it. */
  readonly title: string;
  create(): Promise<Server>;
}

const penstock = () => import('./contestants/penstock.ts');
const stockValidator = () => import('./contestants/stock-validator.ts');
const manyRoutes = () => import('./contestants/many-routes.ts');

/** All of them, by the names that their processes are started with. */
export const CONTESTANTS = {
  nodeHttp: {
    title: 'node:http',
    create: async () => (await import('./contestants/node-http.ts')).createNodeHttp(),
  },
  fastify: {
    title: 'fastify 5, same schemas',
    create: async () => (await import('./contestants/fastify.ts')).createFastify(),
  },
  express: {
    title: 'Express 5',
    create: async () => (await import('./contestants/express.ts')).createExpress(),
  },
  guardedExpress: {
    title: 'Express 5 with Basic and rate limit',
    create: async () => (await import('./contestants/guarded-express.ts')).createGuardedExpress(),
  },
  stock: {
    title: 'express-openapi-validator, requests',
    create: async () => (await stockValidator()).createStockValidator({ validateResponses: false }),
  },
  stockBoth: {
    title: 'express-openapi-validator, requests and responses',
    create: async () => (await stockValidator()).createStockValidator({ validateResponses: true }),
  },
  hardened: {
    title: 'Penstock hardened, requests',
    create: async () => (await penstock()).createPenstock({ validateResponses: false }),
  },
  hardenedBoth: {
    title: 'Penstock hardened, requests and responses',
    create: async () => (await penstock()).createPenstock({ validateResponses: true }),
  },
  compiled: {
    title: 'Penstock compiled, requests',
    create: async () =>
      (await penstock()).createPenstock({ validation: 'compiled', validateResponses: false }),
  },
  compiledBoth: {
    title: 'Penstock compiled, requests and responses',
    create: async () => (await penstock()).createPenstock({ validation: 'compiled' }),
  },
  stockManyRoutes: {
    title: 'express-openapi-validator',
    create: async () => (await manyRoutes()).createStockValidatorWithManyRoutes(),
  },
  hardenedManyRoutes: {
    title: 'Penstock hardened',
    create: async () => (await manyRoutes()).createPenstockWithManyRoutes({ validateResponses: false }),
  },
  compiledManyRoutes: {
    title: 'Penstock compiled',
    create: async () =>
      (await manyRoutes()).createPenstockWithManyRoutes({ validation: 'compiled', validateResponses: false }),
  },
} as const satisfies Record<string, Contestant>;

export type ContestantName = keyof typeof CONTESTANTS;
