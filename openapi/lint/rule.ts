/**
 * The part of Redocly's plugin interface that the rules use. It is written down here because the command line brings
 * Redocly as one bundle that nothing can import from; a test proves that Redocly accepts what is typed by it.
 */

/** A place in a file or in a bundle. */
export interface Location {
  readonly source: { readonly absoluteRef: string };
  /** Such as `#/properties/name`; `#/` is the whole file. */
  readonly pointer: string;
  child(keys: (string | number)[] | string | number): Location;
  /** The same place, reported at its key instead of its value. */
  key(): Location;
}

/** What Redocly tells a rule about the node that it looks at. */
export interface Context {
  /** The place is a `Location`, which Redocly's types know only as a class of its own. */
  report(problem: { message: string; location: object; reference?: string }): void;
  resolve: Resolve;
  readonly location: Location;
  readonly key: string | number;
  readonly type: { readonly name?: string; readonly extensionsPrefix?: string };
  readonly config?: { getRuleSettings(rule: string, version: 'oas3_1'): object };
}

/** Finds what a reference in the file `from` means; both are undefined if there is no such thing. */
export type Resolve = (
  reference: Reference,
  from?: string,
) => { node: unknown; location: Location | undefined };

/** A reference to another file, or to another place of the same one. */
export interface Reference {
  $ref: string;
}

/** Reports one breach of a rule: what is wrong, how to mend it, and where. */
export type Report = (message: string, location: Location) => void;

type Visit<Node> = (node: Node, context: Context) => void;

/** What a rule looks at, by the name that Redocly has for it. No interface, which would lack Redocly's index signature. */
export type Visitor = {
  Root?: Visit<object>;
  Tag?: Visit<object>;
  Server?: Visit<object>;
  Operation?: Visit<object>;
  Parameter?: Visit<object>;
  Header?: Visit<object>;
  RequestBody?: Visit<object>;
  Response?: Visit<object>;
  MediaType?: Visit<object>;
  Schema?: Visit<object>;
  SchemaProperties?: Visit<object>;
  SecurityScheme?: Visit<object>;
  any?: Visit<object>;
  ref?: (
    reference: Reference,
    context: Context,
    target: { node: unknown; location: Location | undefined },
  ) => void;
};

/** What a rule may look up beside the contract itself. */
interface Surroundings {
  /** The folder of redocly.yaml. */
  workspace: string;
}

/** A numbered rule of guidelines/style.md. */
export interface Rule {
  /** Such as `P01`. Stable: the number of a rule that is given up is not given to another one. */
  number: string;
  id: string;
  /** `sources` if there is nothing to judge in a bundle, where all files have become one. Both by default. */
  judges?: 'sources';
  visitor(report: Report, surroundings: Surroundings): Visitor;
}
