export { type ReadContract, readContractFiles } from './contract/contract-files.ts';
export { ContractMistakes } from './contract/contract-mistakes.ts';
export { type Mock, type MockOptions, startMock } from './mock.ts';
