import type { AlertValue } from '@penstock/engine';
import type { ObservedWindow } from './evaluate.ts';
import type { Observed } from './group-state.ts';
import type { AlertWindow } from './windows.ts';

/** The windows with the values that were read for them. */
export function observedWindows(
  windows: readonly AlertWindow[],
  values: readonly AlertValue[],
): readonly ObservedWindow[] {
  const byWindow = Map.groupBy(values, ({ window }) => window);
  return windows.map((window) => ({ ...window, values: (byWindow.get(window.start) ?? []).map(observed) }));
}

function observed({ groupKey, group, value }: AlertValue): Observed {
  return {
    ...(groupKey !== undefined && { key: groupKey }),
    ...(group !== undefined && { columns: group }),
    value,
    empty: false,
  };
}
