export {
  compiledAnswerValidation as answers,
  compiledRequestValidation as requests,
} from './compiled-validation.ts';
