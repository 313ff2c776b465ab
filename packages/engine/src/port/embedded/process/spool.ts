import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EngineError } from '../../engine-error.ts';
import { quoteText } from '../../names.ts';

/** INSERT INTO <table> [(columns)] [SETTINGS …] FORMAT <format>, or VALUES instead of the format. */
const INSERT = /^(.+?)(\s+settings\s.+?)?\s+(?:format\s+(\w+)|(values))\s*;?\s*$/is;

/**
 * Writes the data of an INSERT to a file, and runs `work` with the statement that reads it. The memory of the process does not
 * grow with the data, and an insert starts when its data is complete, so an interrupted request inserts nothing.
 */
export async function withSpooled<Result>(
  spool: string,
  sql: string,
  data: Readable,
  work: (sql: string) => Promise<Result>,
): Promise<Result> {
  const file = join(spool, randomUUID());
  try {
    await pipeline(data, createWriteStream(file, { mode: 0o600, flush: false })).catch(explainWrite);
    return await work(readingFrom(sql, file));
  } finally {
    await rm(file, { force: true });
  }
}

/** … SELECT … FROM input('<structure>') FORMAT <format> */
const FROM_INPUT = /^(.+\sfrom)\s+input\(\s*('(?:[^'\\]|\\.|'')*')\s*\)\s+format\s+(\w+)\s*;?\s*$/is;

/** The path is relative to the working directory, because the engine expands characters such as `*` in it. */
function readingFrom(sql: string, file: string): string {
  const [, select, structure, inputFormat] = FROM_INPUT.exec(sql) ?? [];
  // The library reads an INSERT with a SELECT only from data in the text of the statement, which costs memory.
  if (select !== undefined)
    return `${select} file(${quoteText(`../spool/${basename(file)}`)}, ${inputFormat}, ${structure}, 'none')`;
  const [, head, settings = '', format = 'Values'] = INSERT.exec(sql) ?? [];
  if (head === undefined) {
    throw new EngineError(
      62,
      'SYNTAX_ERROR',
      'an INSERT with data must end with FORMAT and the name of a format, for example INSERT INTO t FORMAT JSONEachRow',
    );
  }
  return `${head} FROM INFILE ${quoteText(`../spool/${basename(file)}`)} COMPRESSION 'none'${settings} FORMAT ${format}`;
}

function explainWrite(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOSPC')
    throw new EngineError(243, 'NOT_ENOUGH_SPACE', 'the data of the insert does not fit');
  throw error;
}
