/** The benchmark cannot run; the message has the reason. */
export class BenchmarkError extends Error {}
