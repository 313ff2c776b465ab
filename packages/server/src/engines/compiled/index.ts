export {
  compiledRequestValidation as requests,
  compiledResponseValidation as answers,
} from './compiled-validation.ts';
