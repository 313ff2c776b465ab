/** What an engine of the tests may use. */
export const MEMORY_MB = 1_000;
