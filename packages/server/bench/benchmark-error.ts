/** There is nothing to measure, and the message says why. */
export class BenchmarkError extends Error {}
