export { createRequestValidation as requests } from './request-validation.ts';
export { createAnswerValidation as answers } from './response-validation.ts';
