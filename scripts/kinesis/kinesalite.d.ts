/** The part of the package that tests use; it has no types of its own. */
declare module 'kinesalite' {
  import type { Server } from 'node:http';

  export default function kinesalite(options: {
    readonly createStreamMs: number;
    readonly updateStreamMs: number;
    readonly deleteStreamMs: number;
    readonly shardLimit: number;
  }): Server;
}
