import type { Contract } from '../contract/contract.ts';
import { SiteBuildError } from '../site-build-error.ts';
import { alertStates, alertTransitions } from './alert-life-cycle.ts';
import { credentials } from './credentials.ts';
import { example, response } from './example.ts';
import { fields } from './fields.ts';
import { headers } from './headers.ts';
import { lifeCycleCommands, lifeCycleDiagrams, lifeCycleStates } from './life-cycle.ts';
import { filters, operations } from './operations.ts';
import { parameters } from './parameters.ts';
import { pipeAuthentication } from './pipe-authentication.ts';
import { problemCodes, temporaryProblems } from './problems.ts';
import { tags } from './tags.ts';
import { templateVariables } from './template-variables.ts';
import { UnknownFact } from './unknown-fact.ts';
import { variants } from './variants.ts';

/** Returns facts of the contract as Markdown. */
type Fact = (contract: Contract, ...words: string[]) => string;

const facts: Readonly<Record<string, Fact>> = {
  'alert-states': alertStates,
  'alert-transitions': alertTransitions,
  credentials,
  example,
  fields,
  filters,
  headers,
  'life-cycle-commands': lifeCycleCommands,
  'life-cycle-diagrams': lifeCycleDiagrams,
  'life-cycle-states': lifeCycleStates,
  operations,
  parameters,
  'passing-problems': temporaryProblems,
  'problem-codes': problemCodes,
  response,
  tags,
  'template-variables': templateVariables,
  'pipe-authentication': pipeAuthentication,
  variants,
};

const directive = /^<!-- fact: (\S+)(.*?) -->$/;

/**
 * Replaces the `fact` comments of a text with facts of the contract.
 *
 * @throws SiteBuildError with file and line for an unknown fact.
 */
export function withFacts(text: string, file: string, contract: Contract): string {
  return text
    .split('\n')
    .map((line, index) => {
      const [, name, words = ''] = directive.exec(line) ?? [];
      if (name === undefined) return line;
      return factAt(`openapi/${file}:${index + 1}`, name, words, contract);
    })
    .join('\n');
}

function factAt(location: string, name: string, words: string, contract: Contract): string {
  const fact = facts[name];
  const known = Object.keys(facts).join(', ');
  if (!fact) throw new SiteBuildError(`${location}: unknown fact \`${name}\`. Known facts: ${known}.`);
  try {
    return fact(contract, ...words.split(' ').filter(Boolean));
  } catch (error) {
    if (!(error instanceof UnknownFact)) throw error;
    throw new SiteBuildError(`${location}: ${error.message}`);
  }
}
