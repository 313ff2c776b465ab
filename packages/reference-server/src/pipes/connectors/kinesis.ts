import type {
  KinesisSource,
  KinesisSourceCreate,
  KinesisSourceUpdate,
  Readable,
  Writable,
} from '@penstock/contract';
import { ANY_TYPE, type AuthenticationTable, checkAuthentication, withoutUnused } from './authentication.ts';
import { changeSource, type SourceRules, splitSecrets } from './source.ts';

type Source = Readable<KinesisSource>;

const KINESIS_AUTHENTICATION: AuthenticationTable = {
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
    return { source: source as Source, secrets };
  },

  change: (plan, change) => withoutUnused(KINESIS_AUTHENTICATION, changeSource(plan, change), change),

  check: (plan) => checkAuthentication(KINESIS_AUTHENTICATION, plan),
};
