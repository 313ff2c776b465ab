/** SQLITE_CONSTRAINT_UNIQUE and unique_violation. */
const SQLITE_NOT_UNIQUE = 2067;
const POSTGRES_NOT_UNIQUE = '23505';

/**
 * Whether an error reports that a unique constraint was violated. PostgreSQL names the constraint, SQLite its columns.
 */
export function breaksUnique(error: unknown, constraint: string, column: string): boolean {
  const { errcode, code, constraint: broken, message = '' } = error as UniqueError;
  if (errcode === SQLITE_NOT_UNIQUE) return message.includes(column);
  return code === POSTGRES_NOT_UNIQUE && broken === constraint;
}

interface UniqueError {
  readonly errcode?: number;
  readonly code?: string;
  readonly constraint?: string;
  readonly message?: string;
}
