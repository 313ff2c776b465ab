export const compilesAtRunTime = false;
export {
  compiledRequestValidation as requests,
  compiledResponseValidation as responses,
} from './compiled-validation.ts';
