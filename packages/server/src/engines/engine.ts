import type { Contract, Operation } from '../contract.ts';
import type { RequestValidation, ValidateResponse, ValidationEngine } from './validation.ts';

/** Creates the validation functions of a server. */
export interface Engine {
  /** Whether it compiles schemas while the server runs, which takes seconds for a whole contract. */
  readonly compilesAtRunTime: boolean;
  requests(contract: Contract, operations: readonly Operation[]): RequestValidation;
  responses(
    contract: Contract,
    operations: readonly Operation[],
  ): Promise<ValidateResponse> | ValidateResponse;
}

/** Each is loaded when it is chosen: loading express-openapi-validator takes a quarter of a second and tens of megabytes. */
const ENGINES: Readonly<Record<ValidationEngine, () => Promise<Engine>>> = {
  'express-openapi-validator': () => import('./express-openapi-validator/index.ts'),
  compiled: () => import('./compiled/index.ts'),
};

/** @throws Error (rejects) if there is no such engine. */
export async function loadEngine(name: ValidationEngine): Promise<Engine> {
  if (Object.hasOwn(ENGINES, name)) return ENGINES[name]();
  const known = Object.keys(ENGINES).join(' or ');
  throw new Error(`The server cannot start: validation must be ${known}, not ${name}.`);
}
