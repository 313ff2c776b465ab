import type { Contract, Operation } from '../contract.ts';
import type { ValidateRequest, ValidateResponse, ValidationEngine } from './validation.ts';

/** What makes the checks of a server. */
export interface Engine {
  requests(contract: Contract, operations: readonly Operation[]): Promise<ValidateRequest> | ValidateRequest;
  answers(contract: Contract, operations: readonly Operation[]): Promise<ValidateResponse> | ValidateResponse;
}

/** Loaded when they are chosen: express-openapi-validator alone is a quarter of a second and tens of megabytes. */
const ENGINES: Readonly<Record<ValidationEngine, () => Promise<Engine>>> = {
  'express-openapi-validator': () => import('./express-openapi-validator/index.ts'),
  compiled: () => import('./compiled/index.ts'),
};

/** @throws Error (rejects) if there is no such engine. */
export async function loadEngine(name: ValidationEngine): Promise<Engine> {
  if (Object.hasOwn(ENGINES, name)) return ENGINES[name]();
  const known = Object.keys(ENGINES).join(' or ');
  throw new Error(`The server cannot start: validation is ${known}, not ${name}.`);
}
