import type {
  PostgresSource,
  PostgresSourceCreate,
  PostgresSourceUpdate,
  Readable,
  TableMappingCreate,
  Writable,
} from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { duplicates, errorEntry, notApplicable } from '../../stack/base/error-entries.ts';
import { present } from '../../stack/base/present.ts';
import { ANY_TYPE, type AuthenticationTable, checkAuthentication, withoutUnused } from './authentication.ts';
import { changeSource, type SourceRules, splitSecrets } from './source.ts';

type Source = Readable<PostgresSource>;
type Settings = Source['settings'];
type Mapping = Source['tableMappings'][number];
type Create = Writable<PostgresSourceCreate>;
type Update = Writable<PostgresSourceUpdate>;

const POSTGRES_AUTHENTICATION: AuthenticationTable = {
  fields: ['credentials.username', 'credentials.password', 'iamRole'],
  methods: {
    [ANY_TYPE]: {
      basic: { required: ['credentials.username', 'credentials.password'] },
      IAM_ROLE: { required: ['credentials.username', 'iamRole'] },
    },
  },
};

export const postgres: SourceRules<Create, Update, Source> = {
  define(body, pipeId) {
    const { visible, secrets } = splitSecrets(body);
    const source = {
      ...visible,
      port: body.port ?? 5432,
      authentication: body.authentication ?? 'basic',
      disableTls: body.disableTls ?? false,
      skipCertVerification: body.skipCertVerification ?? false,
      settings: defineSettings(body.settings ?? {}, pipeId),
      tableMappings: body.tableMappings.map(defineMapping),
    };
    return { source, secrets };
  },

  change(plan, change) {
    const { tableMappingsToAdd = [], tableMappingsToRemove = [], ...rest } = change;
    const { source, secrets } = withoutUnused(POSTGRES_AUTHENTICATION, changeSource(plan, rest), change);
    const removed = new Set(tableMappingsToRemove.map(tableOf));
    const tableMappings = [
      ...source.tableMappings.filter((mapping) => !removed.has(tableOf(mapping))),
      ...tableMappingsToAdd.map(defineMapping),
    ];
    return { source: { ...source, tableMappings }, secrets };
  },

  check(plan) {
    return [...checkAuthentication(POSTGRES_AUTHENTICATION, plan), ...checkTls(plan.source)];
  },
};

/** The fields that contradict another one, so that one of the two would be ignored (D-36). */
function checkTls(source: Source): ErrorEntry[] {
  const { disableTls, skipCertVerification, tlsHost, caCertificate, authentication } = source;
  const contradictions: readonly (readonly [boolean, string, string])[] = [
    [disableTls && tlsHost !== undefined, '/tlsHost', 'disableTls'],
    [disableTls && caCertificate !== undefined, '/caCertificate', 'disableTls'],
    [disableTls && skipCertVerification, '/skipCertVerification', 'disableTls'],
    [disableTls && authentication === 'IAM_ROLE', '/disableTls', 'the authentication IAM_ROLE'],
    [
      !disableTls && skipCertVerification && caCertificate !== undefined,
      '/caCertificate',
      'skipCertVerification',
    ],
  ];
  return contradictions
    .filter(([isContradiction]) => isContradiction)
    .map(([, pointer, other]) => notApplicable(pointer, `contradicts ${other}; remove one of the two`));
}

/** The errors in the table mappings of a create: each table and each target may appear once (D-25). */
export function checkMappings(
  pointer: string,
  mappings: readonly Writable<TableMappingCreate>[],
): ErrorEntry[] {
  return [
    ...duplicates(mappings.map(tableOf), (index) => `${pointer}/${index}/sourceTable`),
    ...duplicates(
      mappings.map((mapping) => mapping.targetTable),
      (index) => `${pointer}/${index}/targetTable`,
    ),
  ];
}

/** The errors in the two lists of an update that do not depend on the pipe (400). */
export function checkMappingLists({
  tableMappingsToAdd = [],
  tableMappingsToRemove = [],
}: Update): ErrorEntry[] {
  const added = new Set(tableMappingsToAdd.map(tableOf));
  return [
    ...checkMappings('/tableMappingsToAdd', tableMappingsToAdd),
    ...duplicates(
      tableMappingsToRemove.map(tableOf),
      (index) => `/tableMappingsToRemove/${index}/sourceTable`,
    ),
    ...tableMappingsToRemove.flatMap((mapping, index) =>
      added.has(tableOf(mapping))
        ? [
            errorEntry(
              `/tableMappingsToRemove/${index}`,
              'invalid',
              'is also added by this request; send the two changes in separate requests',
            ),
          ]
        : [],
    ),
  ];
}

/** The conflicts between the two lists of an update and the mappings of the pipe (409, D-25). */
export function conflictingMappings(source: Source, update: Update): ErrorEntry[] {
  const { tableMappingsToAdd = [], tableMappingsToRemove = [] } = update;
  const stored = new Map(source.tableMappings.map((mapping) => [tableOf(mapping), mapping]));
  const removed = new Set(tableMappingsToRemove.map(tableOf));
  const targets = new Set(
    source.tableMappings
      .filter((mapping) => !removed.has(tableOf(mapping)))
      .map((mapping) => mapping.targetTable),
  );
  const left = source.tableMappings.length - removed.size + tableMappingsToAdd.length;
  return [
    ...(left > 0
      ? []
      : [errorEntry('/tableMappingsToRemove', 'invalid', 'would leave the pipe without a table mapping')]),
    ...tableMappingsToAdd.flatMap((mapping, index) => {
      const pointer = `/tableMappingsToAdd/${index}`;
      if (stored.has(tableOf(mapping))) {
        return [
          errorEntry(
            pointer,
            'already_exists',
            'is already mapped; remove that mapping in a separate update first',
          ),
        ];
      }
      if (!targets.has(mapping.targetTable)) return [];
      return [errorEntry(`${pointer}/targetTable`, 'already_exists', 'is the target of another mapping')];
    }),
    ...tableMappingsToRemove.flatMap((mapping, index) => {
      const found = stored.get(tableOf(mapping));
      const same = found && (mapping.targetTable ?? found.targetTable) === found.targetTable;
      return same
        ? []
        : [errorEntry(`/tableMappingsToRemove/${index}`, 'reference_not_found', 'is not mapped')];
    }),
  ];
}

function defineSettings(given: NonNullable<Create['settings']>, pipeId: string): Settings {
  const made = `penstock_${pipeId.replaceAll('-', '_')}`;
  const replicationMode = given.replicationMode ?? 'cdc';
  const settings = {
    syncIntervalSeconds: 60,
    pullBatchSize: 100_000,
    publicationName: made,
    replicationSlotName: replicationMode === 'snapshot' ? undefined : made,
    allowNullableColumns: false,
    initialLoadParallelism: 4,
    snapshotNumRowsPerPartition: 100_000,
    snapshotNumberOfParallelTables: 1,
    enableFailoverSlots: false,
    ...given,
    replicationMode,
  };
  return present(settings) as Settings;
}

function defineMapping(mapping: Writable<TableMappingCreate>): Mapping {
  return {
    excludedColumns: [],
    useCustomSortingKey: false,
    sortingKeys: [],
    tableEngine: 'ReplacingMergeTree',
    ...mapping,
  };
}

/** Identity of a mapping (D-25), as one string that no two tables share. */
function tableOf(mapping: { readonly sourceSchemaName: string; readonly sourceTable: string }): string {
  return JSON.stringify([mapping.sourceSchemaName, mapping.sourceTable]);
}
