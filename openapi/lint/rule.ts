/**
 * The part of Redocly's plugin interface that the rules use. It is declared here because the command line ships
 * Redocly as one bundle without exported types. A test proves that Redocly accepts these types.
 */

/** A location in a file or in a bundle. */
export interface Location {
  readonly source: { readonly absoluteRef: string };
  /** Such as `#/properties/name`; `#/` is the whole file. */
  readonly pointer: string;
  child(keys: (string | number)[] | string | number): Location;
  /** The same location, reported at the key instead of the value. */
  key(): Location;
}

/** The data that Redocly passes to a rule with a node. */
export interface Context {
  /** `location` is a `Location`. In Redocly's types it is a class with private members. */
  report(problem: { message: string; location: object; reference?: string }): void;
  resolve: Resolve;
  readonly location: Location;
  readonly key: string | number;
  readonly type: { readonly name?: string; readonly extensionsPrefix?: string };
  readonly config?: { getRuleSettings(rule: string, version: 'oas3_1'): object };
}

/** Resolves a reference in the file `from`; node and location are undefined if it cannot be resolved. */
export type Resolve = (
  reference: Reference,
  from?: string,
) => { node: unknown; location: Location | undefined };

/** A reference to another file, or to another location in the same file. */
export interface Reference {
  $ref: string;
}

/** Reports a violation: what is wrong, how to fix it, and the location. */
export type Report = (message: string, location: Location) => void;

type Visit<Node> = (node: Node, context: Context) => void;

/** The nodes that a rule visits, by Redocly's names. Not an interface, which would lack Redocly's index signature. */
export type Visitor = {
  Root?: Visit<object>;
  Tag?: Visit<object>;
  Server?: Visit<object>;
  ServerVariable?: Visit<object>;
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

/** The files that a rule may read in addition to the contract. */
interface Surroundings {
  /** The folder of redocly.yaml. */
  workspace: string;
}

/** A numbered rule of guidelines/style.md. */
export interface Rule {
  /** For example `P01`. Numbers are stable: the number of a removed rule is not used again. */
  number: string;
  id: string;
  /** `sources` if the rule does not apply to a bundle, where all files are one. Both by default. */
  judges?: 'sources';
  visitor(report: Report, surroundings: Surroundings): Visitor;
}
