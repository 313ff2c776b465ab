import type { Defect } from './defect.ts';
import { REQUEST_DEFECTS } from './request-defects.ts';
import { RESPONSE_DEFECTS } from './response-defects.ts';

/** Every kind of defect that the kit is known to find. */
export const DEFECTS: readonly Defect[] = [...RESPONSE_DEFECTS, ...REQUEST_DEFECTS];
