// The effect of a command on a pipe in its current state, from the life cycles in the contract. Pure functions.

/** @typedef {import('./site-data.js').PipeLife} PipeLife */

/**
 * @typedef {{ kind: 'allowed' | 'unchanged', text: string } | { kind: 'rejected', code: string, text: string }} Effect
 */

/**
 * Returns the name of the life cycle of a pipe.
 *
 * @param {{ source?: any }} pipe
 */
export function lifeCycleOf({ source }) {
  if (source?.postgres) return String(source.postgres.settings?.replicationMode ?? 'cdc');
  if (source?.objectStorage && source.objectStorage.isContinuous !== true) return 'one-shot';
  return 'continuous';
}

/**
 * @param {PipeLife} life
 * @param {string} name the name of the command
 * @param {{ state: string, source?: any }} pipe
 * @returns {Effect}
 */
export function effectOf({ commands, lifeCycles }, name, pipe) {
  const command = commands[name];
  if (command === undefined) throw new TypeError(`The contract has no command ${name}.`);
  const { state } = pipe;
  const lifeCycle = lifeCycles[lifeCycleOf(pipe)];
  if (command.onlyReplicating && !lifeCycle?.replicates)
    return rejected(command.otherwise ?? command.rejectedWith, `Only pipes with replication accept ${name}`);
  if (command.from.includes(state)) return { kind: 'allowed', text: `${name} is allowed in ${state}.` };
  if (command.changesNothing.includes(state))
    return { kind: 'unchanged', text: `${name} changes nothing in ${state}: 200.` };
  return rejected(command.rejectedWith, `${state} does not accept ${name}, but ${listed(command.from)} do`);
}

/**
 * @param {string} code
 * @param {string} reason
 * @returns {Effect}
 */
function rejected(code, reason) {
  return { kind: 'rejected', code, text: `${reason}: 409` };
}

/** @param {readonly string[]} names */
function listed(names) {
  return names.join(', ').replace(/, ([^,]*)$/, ' and $1');
}
