import { parse } from 'yaml';
import { type Texts, textOf } from './texts.ts';

/** The content of `openapi/description/alert-life-cycle.yaml`, which documents its parts. */
export interface AlertLifeCycle {
  /** The meanings of the states. */
  readonly states: Readonly<Record<string, string>>;
  readonly outcomes: Readonly<Record<string, { readonly label: string; readonly meaning: string }>>;
  readonly transitions: readonly AlertTransition[];
}

interface AlertTransition {
  readonly from: string;
  readonly to: string;
  readonly outcome: string;
  /** The type of the notification. */
  readonly notifies?: string;
}

export function readAlertLifeCycle(texts: Texts): AlertLifeCycle {
  return parse(textOf(texts, 'description/alert-life-cycle.yaml')) as AlertLifeCycle;
}
