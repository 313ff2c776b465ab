import type {
  KinesisSource,
  KinesisSourceCreate,
  KinesisSourceUpdate,
  Readable,
  Writable,
} from '@penstock/contract';
import type { ErrorEntry } from '@penstock/server';
import { errorEntry, required } from '../../stack/base/error-entries.ts';
import { present } from '../../stack/base/present.ts';
import { checkPair } from './secret-pair.ts';
import { merged, type SourceRules } from './source.ts';

type Source = Readable<KinesisSource>;

export const kinesis: SourceRules<Writable<KinesisSourceCreate>, Writable<KinesisSourceUpdate>, Source> = {
  define({ accessKey, ...rest }) {
    const source = {
      ...rest,
      iteratorType: rest.iteratorType ?? 'LATEST',
      useEnhancedFanOut: rest.useEnhancedFanOut ?? false,
      authentication: rest.authentication ?? (accessKey === undefined ? 'IAM_ROLE' : 'IAM_USER'),
    };
    return { source: present(source) as Source, secrets: present({ accessKey }) };
  },

  change({ source, secrets }, { accessKey, ...rest }) {
    return {
      source: { ...source, ...present(rest) } as Source,
      secrets: present({ ...secrets, accessKey: merged(secrets.accessKey, accessKey) }),
    };
  },

  check({ source, secrets }) {
    const byUser = source.authentication === 'IAM_USER';
    const errors = [
      ...checkTimestamp(source),
      ...checkPair(
        '/accessKey',
        secrets.accessKey,
        ['accessKeyId', 'secretKey'],
        byUser ? 'by IAM_USER' : undefined,
      ),
    ];
    if (!byUser && source.iamRole === undefined) errors.push(required('/iamRole', 'by IAM_ROLE'));
    return errors;
  },
};

function checkTimestamp({ iteratorType, timestamp }: Source): ErrorEntry[] {
  const timed = iteratorType === 'AT_TIMESTAMP';
  if (timed && timestamp === undefined) return [required('/timestamp', 'by AT_TIMESTAMP')];
  if (timed || timestamp === undefined) return [];
  return [errorEntry('/timestamp', 'not_applicable', 'applies to the iterator type AT_TIMESTAMP only')];
}
