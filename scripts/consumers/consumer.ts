import type { Surface } from '../generate/surfaces.ts';

/** Something a tool said against a document, or the compiler against what the tool made of it. */
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

/** Somebody else's tool that reads the contract. */
export interface Consumer {
  name: string;
  /** The npm package that `name` comes from. */
  package: string;
  /** Resolves to what is wrong: nothing, if the tool is content. */
  check(input: Input): Promise<Finding[]>;
}
