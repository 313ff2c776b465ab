/** The address that the mock listens on by default. In a file of its own, so that `--help` does not load the server. */
export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 4010;
