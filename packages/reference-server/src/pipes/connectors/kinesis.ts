import type {
  KinesisSource,
  KinesisSourceCreate,
  KinesisSourceUpdate,
  Readable,
  Writable,
} from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { errorEntry, required } from '../../stack/base/error-entries.ts';
import { ANY_TYPE, type AuthenticationTable, checkAuthentication, withoutUnused } from './authentication.ts';
import { changeSource, type SourceRules, splitSecrets } from './source.ts';

type Source = Readable<KinesisSource>;

export const KINESIS_AUTHENTICATION: AuthenticationTable = {
  fields: ['accessKey', 'iamRole'],
  methods: { [ANY_TYPE]: { IAM_ROLE: { required: ['iamRole'] }, IAM_USER: { required: ['accessKey'] } } },
};

export const kinesis: SourceRules<Writable<KinesisSourceCreate>, Writable<KinesisSourceUpdate>, Source> = {
  define(body) {
    const { visible, secrets } = splitSecrets(body);
    const source = {
      ...visible,
      iteratorType: body.iteratorType ?? 'LATEST',
      useEnhancedFanOut: body.useEnhancedFanOut ?? false,
      authentication: body.authentication ?? (body.accessKey === undefined ? 'IAM_ROLE' : 'IAM_USER'),
    };
    return { source, secrets };
  },

  change: (plan, change) => withoutUnused(KINESIS_AUTHENTICATION, changeSource(plan, change), change),

  check(plan) {
    return [...checkTimestamp(plan.source), ...checkAuthentication(KINESIS_AUTHENTICATION, plan)];
  },
};

function checkTimestamp({ iteratorType, timestamp }: Source): ErrorEntry[] {
  const timed = iteratorType === 'AT_TIMESTAMP';
  if (timed && timestamp === undefined) return [required('/timestamp', 'by AT_TIMESTAMP')];
  if (timed || timestamp === undefined) return [];
  return [errorEntry('/timestamp', 'not_applicable', 'applies to the iterator type AT_TIMESTAMP only')];
}
