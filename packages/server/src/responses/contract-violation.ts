/**
 * The server violated the contract: an undeclared status, an invalid body, a validator that did not run. The caller
 * gets a neutral 500; the message is for the log.
 */
export class ContractViolation extends Error {
  override readonly name = 'ContractViolation';
}
