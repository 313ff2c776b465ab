import type { FieldList } from '@penstock/contract/reader';
import { parse } from 'yaml';
import { type Texts, textOf } from './texts.ts';

/** The content of `openapi/specification/fields.yaml`: the operations and fields that the specification states. */
export interface SpecificationFields {
  readonly pathParameters: readonly { readonly surface: string; readonly name: string }[];
  readonly operations: readonly {
    readonly surface: string;
    readonly method: string;
    readonly path: string;
  }[];
  readonly listedOperations: readonly { readonly surface: string; readonly operations: readonly string[] }[];
  readonly groups: readonly FieldList[];
}

export function readSpecificationFields(texts: Texts): SpecificationFields {
  return parse(textOf(texts, 'specification/fields.yaml')) as SpecificationFields;
}
