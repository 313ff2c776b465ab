/** Returns an environment variable, or ends the program with a message if it is not set. */
export function requiredVariable(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`Set ${name}. packages/examples/README.md explains how.`);
  return process.exit(2);
}
