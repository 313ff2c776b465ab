export const compilesAtRunTime = true;
export { createRequestValidation as requests } from './request-validation.ts';
export { createResponseValidation as responses } from './response-validation.ts';
