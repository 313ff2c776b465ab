import { enableCompileCache } from 'node:module';

/*
 * The process in which the commands of Redocly run, one after the other. It receives the folder and the arguments of a command,
 * and sends its exit code and its messages. Redocly is loaded and compiled once for all commands. The process ends with its parent.
 */

/** A command to run. */
export interface Command {
  /** The working directory. */
  readonly folder: string;
  readonly args: readonly string[];
}

/** How a command ended. */
export interface CommandResult {
  readonly code: number;
  /** The beginning of what it wrote to stderr. */
  readonly messages: string;
}

const LONGEST_MESSAGES = 2_000;
const REDOCLY = import.meta.resolve('@redocly/cli/lib/index.js');

let runs = 0;
let messages = '';
const endProcess = process.exit;

enableCompileCache();
process.stderr.write = (chunk: string | Uint8Array) => {
  messages = (messages + chunk).slice(0, LONGEST_MESSAGES);
  return true;
};
process.exit = sendResult;
process.on('disconnect', () => endProcess());
process.on('message', run);

/** Redocly reads its arguments when its program is loaded, so each run loads that file under another URL. */
async function run({ folder, args }: Command): Promise<void> {
  messages = '';
  process.chdir(folder);
  process.argv = [process.execPath, REDOCLY, ...args];
  // Redocly ends its process when nothing is left to do, so nothing else may keep it running.
  process.channel?.unref();
  runs += 1;
  await import(`${REDOCLY}?run=${runs}`);
}

/** Replaces `process.exit`, which Redocly calls at the end of a command. */
function sendResult(code?: number | string | null): never {
  process.channel?.ref();
  process.send?.({ code: Number(code ?? 0), messages } satisfies CommandResult);
  return undefined as never;
}
