import type { Surface } from '../generate/surfaces.ts';

/** A message of a tool about a document, or of the compiler about the code that the tool generated. */
export interface Finding {
  /** One sentence of ours. */
  sentence: string;
  /** The words of the tool. */
  output: string;
}

/** A bundle to put through a tool. */
export interface Input {
  surface: Surface;
  /** The bundle, as JSON. */
  bundle: string;
  /** An empty folder of its own, far from the workspace: tools look for settings in the folders above. */
  folder: string;
}

/** A tool of another project that reads the contract. */
export interface Consumer {
  name: string;
  /** The npm package that `name` comes from. */
  package: string;
  /** Resolves to what is wrong: nothing, if the tool is content. */
  check(input: Input): Promise<Finding[]>;
}
