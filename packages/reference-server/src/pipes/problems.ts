import { type DefinitionError, kindOf, type SampleVerdict } from '@penstock/engine';
import { ProblemError } from '@penstock/server';
import { errorEntry } from '../stack/base/error-entries.ts';
import { rejectInvalid } from '../stack/base/problems.ts';
import type { PipeRecord } from '../worker/stored-pipe.ts';
import { conflictingMappings } from './connectors/postgres.ts';
import { isSteady, type PipeCommand } from './life-cycle.ts';
import type { PipeUpdateBody } from './pipe.ts';
import { kindsIn } from './plan.ts';

/** D-24. */
export function rejectOtherKind(pipe: PipeRecord, body: PipeUpdateBody): void {
  const kind = kindOf(pipe.definition.source);
  const others = kindsIn(body.source).filter((candidate) => candidate !== kind);
  if (others.length === 0) return;
  throw new ProblemError({
    code: 'source_kind_mismatch',
    detail: `The source of this pipe is ${kind}. Send changes of the source in source.${kind} only.`,
    errors: others.map((other) => ({
      pointer: `/source/${other}`,
      code: 'not_applicable',
      message: `the source of this pipe is ${kind}`,
    })),
  });
}

/** D-25. */
export function rejectMappingConflicts(pipe: PipeRecord, body: PipeUpdateBody): void {
  const source = pipe.definition.source.postgres;
  const update = body.source?.postgres;
  if (source === undefined || update === undefined) return;
  const lists = (['tableMappingsToAdd', 'tableMappingsToRemove'] as const).filter(
    (list) => update[list] !== undefined,
  );
  if (lists.length === 0) return;
  if (!isSteady(pipe.state)) {
    throw new ProblemError({
      code: 'pipe_state_conflict',
      detail: `Table mappings cannot be changed while the pipe is in the state ${pipe.state}. Wait for a steady state and retry.`,
      errors: lists.map((list) => ({
        pointer: `/source/postgres/${list}`,
        code: 'not_applicable',
        message: `cannot be changed in the state ${pipe.state}`,
      })),
    });
  }
  const errors = conflictingMappings(source, update);
  if (errors.length === 0) return;
  throw new ProblemError({
    code: 'table_mapping_conflict',
    detail:
      'The table mappings conflict with those of the pipe, and nothing was changed. Fix the mappings listed in errors and retry.',
    errors: errors.map((entry) => ({ ...entry, pointer: `/source/postgres${entry.pointer}` })),
  });
}

export function rejectedCommand(
  command: PipeCommand,
  pipe: PipeRecord,
  code: 'pipe_state_conflict' | 'command_not_supported',
): ProblemError {
  const kind = kindOf(pipe.definition.source);
  const detail =
    code === 'command_not_supported'
      ? `Only Postgres pipes support resync, and this is a ${kind} pipe. Use start or stop.`
      : `The command ${command} is not possible while the pipe is in the state ${pipe.state}. Wait for another state, or send another command.`;
  return new ProblemError({ code, detail });
}

/** D-31. */
export function unscalable(): ProblemError {
  return new ProblemError({
    code: 'scaling_not_supported',
    detail: 'Postgres pipes scale automatically. Change the scaling of other pipes only.',
  });
}

/** Types and expressions of a definition that the engine rejects. */
export function rejectDefinitionErrors(errors: readonly DefinitionError[]): void {
  rejectInvalid(errors.map(({ pointer, message }) => errorEntry(pointer, 'invalid', message)));
}

/** D-27. */
export function failedSample(verdict: SampleVerdict): ProblemError {
  return new ProblemError({
    code: 'sample_validation_failed',
    detail:
      'Rows read from the source do not fit the destination columns. Change the columns or the field mappings.',
    errors: verdict.errors.map((error) => ({ ...error, code: 'invalid' })),
  });
}
