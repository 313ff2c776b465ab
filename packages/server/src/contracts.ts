/**
 * Servers for contracts other than Penstock's, such as the documents of a mock. No promise is made about these exports
 * outside this repository.
 */

export type { Contract, OpenApiDocument, Operation, Surface } from './contract.ts';
export type { AnyHandler } from './endpoint.ts';
export { type AssemblyOptions, assembleServer } from './server.ts';
export type { SurfaceParts } from './start/start-checks.ts';
