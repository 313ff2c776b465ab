/** The result of a check. */
export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly found: string;
  /** How to fix it. */
  readonly todo?: string;
}

export function ok(check: string, found: string): Finding {
  return { check, ok: true, found };
}

export function wrong(check: string, found: string, todo: string): Finding {
  return { check, ok: false, found: found.replace(/\.$/, ''), todo };
}
