import { embeddedEngine } from '../../src/port/embedded/embedded-engine.ts';

/* A program that runs an engine in the data folder of its argument until it ends. It prints the id of the engine's process. */

const engine = await embeddedEngine({ dataFolder: process.argv[2] ?? '', memoryMb: 1_000 });
process.stdout.write(`${engine.pid}\n`);
