export { createRequestValidation as requests } from './request-validation.ts';
export { createResponseValidation as answers } from './response-validation.ts';
