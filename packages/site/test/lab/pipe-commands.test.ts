import { expect, test } from 'vitest';
import { effectOf, lifeCycleOf } from '../../assets/lab/pipe-commands.js';
import { builtSite, text } from '../support/built-site.ts';

const life = JSON.parse(text(await builtSite(), 'lab/pipe-life.json'));
const kafka = { kafka: {} };
const postgres = { postgres: { settings: { replicationMode: 'snapshot' } } };

test.each([
  [kafka, 'continuous'],
  [{ objectStorage: { isContinuous: true } }, 'continuous'],
  [{ objectStorage: { isContinuous: false } }, 'one-shot'],
  [postgres, 'snapshot'],
])('the source %j has the life cycle %s', (source, expected) => {
  expect(lifeCycleOf({ source })).toBe(expected);
  expect(life.lifeCycles).toHaveProperty([expected]);
});

test.each([
  ['stop', { state: 'Running', source: kafka }, { kind: 'allowed' }],
  ['start', { state: 'Running', source: kafka }, { kind: 'unchanged' }],
  ['resync', { state: 'Running', source: kafka }, { kind: 'rejected', code: 'command_not_supported' }],
  ['resync', { state: 'Completed', source: postgres }, { kind: 'allowed' }],
  ['resync', { state: 'Pausing', source: postgres }, { kind: 'rejected', code: 'pipe_state_conflict' }],
  ['start', { state: 'Completed', source: postgres }, { kind: 'rejected', code: 'pipe_state_conflict' }],
  ['stop', { state: 'Unheard', source: kafka }, { kind: 'rejected', code: 'pipe_state_conflict' }],
])('%s of %j', (command, pipe, expected) => {
  expect(effectOf(life, command, pipe)).toMatchObject(expected);
});
