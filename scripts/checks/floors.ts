import type { IForbiddenRuleType } from 'dependency-cruiser';

/*
 * The rules of imports, for dependency-cruiser. Imports run downwards: a package may use the packages listed for it, and a room of
 * the reference server the rooms below it.
 */

/** The packages that the sources of a package may import. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  'contract-diff': [],
  client: ['contract'],
  server: ['contract'],
  engine: ['contract'],
  conformance: ['contract'],
  site: ['contract', 'contract-diff'],
  mock: ['contract', 'server'],
  'reference-server': ['client', 'contract', 'server', 'site', 'engine'],
};

/** The rooms of the reference server, from top to bottom. */
const ROOMS = ['cli', 'api', 'pipes', 'stack', 'worker', 'alerts', 'runtime', 'storage', 'telemetry'];

const REFERENCE_SERVER = 'packages/reference-server/src';
const BASE = `^${REFERENCE_SERVER}/stack/base/`;
const REGISTRY = `^${REFERENCE_SERVER}/stack/registry\\.ts$`;

/**
 * Test programs of the client that run on the mock and on the reference server as well, and bodies that the contract and the
 * reference server are tested with. These packages are published, so they cannot export them.
 */
const SHARED_BY_TESTS = [
  '^packages/client/test/support/(journey|documentation)\\.ts$',
  '^packages/contract/test/support/edited-bodies\\.ts$',
];

export const FLOORS: readonly IForbiddenRuleType[] = [
  {
    name: 'no-cycles',
    comment: 'Move what both files need into a third one. Imports of types alone are not counted.',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  ...Object.entries(MAY_IMPORT).map(
    ([name, allowed]): IForbiddenRuleType => ({
      name: `floor-of-${name}`,
      comment: `The sources of ${name} may import ${allowed.length > 0 ? allowed.join(', ') : 'no package of the workspace'}.`,
      severity: 'error',
      from: { path: `^packages/${name}/src/` },
      to: { path: '^packages/', pathNot: `^packages/(${[name, ...allowed].join('|')})/` },
    }),
  ),
  {
    name: 'client-and-server-apart',
    comment: 'The client and the server stubs must not import each other, not even in tests.',
    severity: 'error',
    from: { path: '^packages/(client|server)/' },
    to: { path: '^packages/(client|server)/', pathNot: '^packages/$1/' },
  },
  {
    name: 'client-in-commands',
    comment: 'Only commands of the reference server are clients of the API.',
    severity: 'error',
    from: { path: `^${REFERENCE_SERVER}/`, pathNot: `^${REFERENCE_SERVER}/cli/` },
    to: { path: '^packages/client/' },
  },
  {
    name: 'reference-server-by-testing',
    comment: 'Tests and examples start the reference server with @penstock/reference-server/testing.',
    severity: 'error',
    from: { pathNot: '^packages/reference-server/' },
    to: { path: '^packages/reference-server/', pathNot: '/testing(/|\\.ts$)' },
  },
  {
    name: 'testing-in-tests',
    comment: 'Only tests, examples and scripts may use @penstock/reference-server/testing.',
    severity: 'error',
    from: { path: '^packages/[^/]+/(src|bin|dev|build)/', pathNot: '^packages/(reference-server|examples)/' },
    to: { path: '^packages/reference-server/' },
  },
  {
    name: 'no-scripts-in-packages',
    comment:
      'Packages use @penstock/browser, bench, kafka, kinesis, object-storage and postgresql, and nothing else of scripts/.',
    severity: 'error',
    from: { path: '^packages/' },
    to: { path: '^scripts/', pathNot: '^scripts/(browser|bench|kafka|kinesis|object-storage|postgresql)/' },
  },
  {
    name: 'no-deep-imports',
    comment: 'Import another package by its name. Files that it does not export are private.',
    severity: 'error',
    // The generator runs before any package is built, so these two read the sources of the packages that they generate.
    from: {
      path: '^(packages/[^/]+|scripts)/',
      pathNot: '^scripts/generate/(read/contract-reader|emit/client/source)\\.ts$',
    },
    to: {
      path: '^packages/',
      pathNot: ['^$1/', ...SHARED_BY_TESTS],
      dependencyTypes: ['local'],
      dependencyTypesNot: ['aliased'],
    },
  },
  // The room at the top may import all others.
  ...ROOMS.slice(1).map(
    (room, above): IForbiddenRuleType => ({
      name: `room-${room}`,
      comment: `The room ${room} may import the rooms below it, and none above.`,
      severity: 'error',
      from: { path: `^${REFERENCE_SERVER}/${room}/` },
      to: { path: `^${REFERENCE_SERVER}/(${ROOMS.slice(0, above + 1).join('|')})/` },
    }),
  ),
  {
    name: 'stack-base-at-the-bottom',
    comment: 'The base of the stack must not import its resources or their registry.',
    severity: 'error',
    from: { path: BASE },
    to: { path: `^${REFERENCE_SERVER}/stack/`, pathNot: BASE },
  },
  {
    name: 'stack-registry-at-the-top',
    comment: 'A resource of the stack must not import the registry.',
    severity: 'error',
    from: { path: `^${REFERENCE_SERVER}/stack/[^/]+/` },
    to: { path: REGISTRY },
  },
];
