export { createAnswerValidation as answers } from './answer-validation.ts';
export { createRequestValidation as requests } from './request-validation.ts';
