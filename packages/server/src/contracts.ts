/**
 * Servers for contracts other than Penstock's, such as the documents of a mock. These exports can change in any version.
 */

export { type AssemblyOptions, assembleServer } from './assembly.ts';
export type { Contract, OpenApiDocument, Operation, Surface } from './contract.ts';
export type { AnyHandler } from './endpoint.ts';
export type { SurfaceParts } from './start/start-checks.ts';
