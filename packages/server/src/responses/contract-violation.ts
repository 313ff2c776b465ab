/**
 * Our side broke the contract: an undeclared status, a body that does not fit, a validator that did not run. The
 * caller gets a neutral 500; the message is for the log.
 */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation';
}
