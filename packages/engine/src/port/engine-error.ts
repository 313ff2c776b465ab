/** The engine rejected a statement, or failed to execute it. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  /** The code of ClickHouse, for example 60. */
  readonly code: number;
  /** The name of the code, for example UNKNOWN_TABLE. */
  readonly type: string;
  /** The text of ClickHouse. */
  readonly detail: string;

  constructor(code: number, type: string, detail: string) {
    super(`${SENTENCES[type] ?? 'The engine rejected the statement'} (${type}, code ${code}): ${detail}`);
    this.code = code;
    this.type = type;
    this.detail = detail;
  }
}

/** The engine does not respond, or its process ended while the statement ran. The work may have been done or not. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
}

const SENTENCES: Readonly<Record<string, string>> = {
  AUTHENTICATION_FAILED: 'The engine rejected the user or the password',
  ACCESS_DENIED: 'The user of the engine may not do this',
  CANNOT_PARSE_INPUT_ASSERTION_FAILED: 'The data does not have the format of the statement',
  INCORRECT_DATA: 'The data does not have the format of the statement',
  MEMORY_LIMIT_EXCEEDED: 'The statement needs more memory than it may use. Read less, or raise the limit',
  NOT_ENOUGH_SPACE: 'The disk of the engine is full. Free some disk space',
  QUERY_WAS_CANCELLED: 'The statement was stopped',
  READONLY: 'The statement may only read',
  SYNTAX_ERROR: 'The statement is not valid SQL',
  TIMEOUT_EXCEEDED: 'The statement needs more time than it may use. Read less, or raise the limit',
  TOO_MANY_ROWS_OR_BYTES: 'The result is larger than it may be. Read less, or raise the limit',
  UNKNOWN_DATABASE: 'The database does not exist',
  UNKNOWN_IDENTIFIER: 'A column or a name of the statement does not exist',
  UNKNOWN_TABLE: 'The table does not exist',
};

const EXCEPTION = /Code: (\d+)\.?.*?Exception: ([\s\S]+?)\(([A-Z0-9_]*[A-Z]{3}[A-Z0-9_]*)\)/;

/** Reads the text of an exception of ClickHouse; undefined if it is something else. */
export function parseException(text: string): EngineError | undefined {
  const [, code, detail = '', type = ''] = EXCEPTION.exec(text) ?? [];
  if (code === undefined) return undefined;
  const innermost = detail.replace(/^(?:Code: \d+\. DB::Exception: )+/, '');
  return new EngineError(Number(code), type, innermost.trim().replace(/[.:]$/, ''));
}
