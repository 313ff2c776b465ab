/**
 * The client of `node:http`. An import reads all exports of that module, and so loads the fetch client of Node.js, which takes 14 MiB
 * and is not used by a server at rest.
 */
export const { Agent, request } = process.getBuiltinModule('node:http');
