export { ContractError } from './contract/contract-error.ts';
export { type ReadContract, readContractFiles } from './contract/contract-files.ts';
export { type Mock, type MockOptions, startMock } from './mock.ts';
