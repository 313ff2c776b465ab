import { parse } from 'yaml';
import { type Texts, textOf } from './texts.ts';

/** The content of `openapi/description/pipe-authentication.yaml`, which documents its parts, by kind of source. */
export type PipeAuthentication = Readonly<Record<string, AuthenticationTable>>;

export interface AuthenticationTable {
  readonly title: string;
  readonly fields: readonly string[];
  readonly combinations: readonly Combination[];
}

interface Combination {
  readonly types: readonly string[];
  readonly method: string;
  readonly default?: boolean;
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
}

export function readPipeAuthentication(texts: Texts): PipeAuthentication {
  return parse(textOf(texts, 'description/pipe-authentication.yaml')) as PipeAuthentication;
}
