import type { Environment } from '../../api/configuration.ts';
import { type DashboardView, drawDashboard } from './draw/dashboard.ts';
import { printable, printableJson } from './draw/printable.ts';
import { describeResponses } from './json-output.ts';
import type { RoundState } from './rounds.ts';
import { openScreen, styleOfOutput, widthOfOutput } from './terminal.ts';

/** The output of the rounds: a screen that is drawn again in place, or text that is written after each round. */
export interface Output {
  readonly changed: (state: RoundState) => void;
  readonly ended: (state: RoundState) => void;
  /** Aborts when a signal ends the process, or when the reader of the text has left. */
  readonly stopped: AbortSignal;
  close(): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function openOutput(
  environment: Environment,
  { json, watched }: { readonly json: boolean; readonly watched: boolean },
): Output {
  const stream = process.stdout;
  const stop = new AbortController();
  const leave = () => stop.abort(new Error('The command was stopped.'));
  for (const signal of SIGNALS) process.once(signal, leave);
  stream.once('error', leave);
  const forget = () => {
    for (const signal of SIGNALS) process.off(signal, leave);
  };
  const textOf = (state: RoundState) =>
    json ? printableJson(describeResponses(state)) : linesOf(state, environment).join('\n');
  if (json || !watched || !stream.isTTY)
    return {
      changed: () => {},
      ended: (state) => void stream.write(`${textOf(state)}\n${watched && !json ? '\n' : ''}`),
      stopped: stop.signal,
      close: forget,
    };

  const screen = openScreen(stream);
  let latest: RoundState | undefined;
  const redraw = (state: RoundState) => {
    latest = state;
    if (!stop.signal.aborted) screen.draw(linesOf(state, environment));
  };
  const resize = () => latest !== undefined && redraw(latest);
  stream.on('resize', resize);
  return {
    changed: redraw,
    ended: redraw,
    stopped: stop.signal,
    close: () => {
      stream.off('resize', resize);
      forget();
      screen.close();
    },
  };
}

function linesOf(state: RoundState, environment: Environment): string[] {
  const style = styleOfOutput(process.stdout, environment);
  const lines = drawDashboard(viewOf(state), widthOfOutput(process.stdout, environment), style);
  return state.problem === undefined ? lines : [style.pen.alarm(printable(state.problem)), ...lines];
}

function viewOf({ dashboard, query, precisions, responses }: RoundState): DashboardView {
  const filters = (query.filters ?? []).map(({ id, values }) => {
    const name = dashboard.filters.find((filter) => filter.id === id)?.name ?? id;
    return `${name}: ${values.join(', ')}`;
  });
  return {
    dashboard: printable(dashboard),
    range: query,
    note: printable(filters.join('; ')),
    // Ids have no characters that printable changes.
    outcomeOf: (tileId) => printable(responses.get(tileId)),
    precisionOf: (sourceId) => precisions.get(sourceId),
  };
}
