import { expect, test } from 'vitest';
import { withFacts } from '../../src/facts/facts.ts';
import { currentContract } from '../support/current-contract.ts';

const contract = await currentContract();

test.each([
  ['<!-- fact: nothing -->', /^openapi\/x\.md:3: unknown fact `nothing`\. Known facts: alert-states, .+\.$/],
  ['<!-- fact: example getPipe x -->', /^openapi\/x\.md:3: the contract has no example x of getPipe\.$/],
  ['<!-- fact: variants Pipe -->', /^openapi\/x\.md:3: the contract has no schema Pipe with variants\.$/],
  [
    '<!-- fact: operations idempotency=never -->',
    /^openapi\/x\.md:3: the contract has no operation with .+\.$/,
  ],
])('an unknown fact is reported with file and line: %s', (line, message) => {
  expect(() => withFacts(`# X\n\n${line}\n`, 'x.md', contract)).toThrow(message);
});
