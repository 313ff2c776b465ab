import type { Contract } from '../contract/contract.ts';
import { textOf } from '../contract/texts.ts';
import { withFacts } from '../facts/facts.ts';
import { linkDecisions, titleOf } from '../markdown/prose.ts';
import { SiteBuildError } from '../site-build-error.ts';
import { decisionSections } from './decision-sections.ts';

/** A guide, before it is rendered. */
export interface Guide {
  readonly slug: string;
  /** The file of its text in `openapi/`. */
  readonly source: string;
  /** Its content in one line. */
  readonly summary: string;
  /** Search terms that do not appear in its text. */
  readonly synonyms?: string;
  /** Replaces tables of the text with sections. */
  readonly sections?: (text: string, contract: Contract) => string;
}

export interface GuideGroup {
  readonly title: string;
  readonly guides: readonly Guide[];
}

export const guideGroups: readonly GuideGroup[] = [
  {
    title: 'Start here',
    guides: [
      described('quick-start', 'A server, a pipe, and rows in a table, in five minutes.'),
      described('migration', 'What the concepts of other systems are called here, and what is missing.'),
      described('glossary', 'The words of the API and of these guides.'),
    ],
  },
  {
    title: 'Call the API',
    guides: [
      {
        ...described('authentication', 'The credential of each surface, and its permissions.'),
        synonyms: 'login log in sign in authenticate authorization password api key token permission role',
      },
      {
        slug: 'errors',
        source: 'guidelines/errors.md',
        summary: 'The body of an error, every error code, and what to do.',
      },
      {
        ...described('paging', 'How to read a list page by page, and how to filter it.'),
        synonyms: 'pagination paginate offset page through list',
      },
      {
        ...described('idempotency', 'Which requests to retry after a failure, and when.'),
        synonyms: 'retry backoff back off timeout duplicate',
      },
      described('rate-limits', 'The quota of a credential, its headers, and how to stay below it.'),
      {
        ...described('concurrency', 'How to avoid lost updates: ETag and If-Match.'),
        synonyms: 'optimistic locking lost update conflict version',
      },
    ],
  },
  {
    title: 'Work with pipes and the stack',
    guides: [
      {
        ...described('first-pipe', 'Files of your machine in a table, with the reference server.'),
        synonyms: 'tutorial begin example s3 folder',
      },
      {
        ...described('kafka-to-a-table', 'Messages of a topic in a table, and how far the pipe is.'),
        synonyms: 'broker topic redpanda msk confluent consumer group offset lag stream',
      },
      {
        ...described('pipe-sources', 'How a pipe authenticates to its source, and how you change that.'),
        synonyms: 'kafka s3 gcs azure kinesis postgres tls certificate iam role credentials secret queue',
      },
      {
        ...described('pipe-life-cycle', 'The states of a pipe and their transitions, with pictures.'),
        synonyms: 'status transition',
      },
      {
        ...described('dashboards', 'The kinds of sources and tiles, and what they need.'),
        synonyms: 'chart graph panel widget metric gauge histogram heatmap',
      },
      {
        ...described('first-alert', 'An alert that fires, and a receiver of your own that verifies it.'),
        synonyms: 'tutorial example notification sample data',
      },
      described('alerts', 'What an alert monitors, when it fires, and its states.'),
      {
        ...described('queries', 'How to read rows, series and tiles, and the limits of a query.'),
        synonyms: 'chart data time series search logs metrics granularity bucket',
      },
      {
        ...described('lucene', 'The syntax of conditions: fields, ranges, wildcards and operators.'),
        synonyms: 'where filter query language search syntax grammar phrase wildcard',
      },
      {
        ...described('webhook-deliveries', 'The deliveries of a webhook, and how to verify their signature.'),
        synonyms: 'verify hmac secret callback event notification',
      },
    ],
  },
  {
    title: 'Rely on the contract',
    guides: [
      {
        ...guideline('compatibility', 'Which changes of the API to expect, and which never happen.'),
        synonyms: 'deprecated upgrade semver backwards',
      },
      {
        ...guideline('decisions', 'The choices where the specification leaves details open, with reasons.'),
        sections: decisionSections,
      },
      guideline('extensions', 'The meaning of the x- keys in the documents.'),
    ],
  },
];

export const allGuides: readonly Guide[] = guideGroups.flatMap(({ guides }) => guides);

/** @throws Error for an unknown guide. */
export function guideBySlug(slug: string): Guide {
  const guide = allGuides.find((candidate) => candidate.slug === slug);
  if (guide === undefined) throw new Error(`There is no guide ${slug}.`);
  return guide;
}

function described(slug: string, summary: string): Guide {
  return { slug, source: `description/guides/${slug}.md`, summary };
}

function guideline(slug: string, summary: string): Guide {
  return { slug, source: `guidelines/${slug}.md`, summary };
}

export function guidePage({ slug }: Guide): string {
  return `guides/${slug}.html`;
}

/** @throws SiteBuildError if the text has no title. */
export function guideTitle({ source }: Guide, { texts }: Contract): string {
  const title = titleOf(textOf(texts, source));
  if (title !== '') return title;
  throw new SiteBuildError(`openapi/${source} has no title: start it with a line such as \`# Errors\`.`);
}

/** Returns the text of a guide as Markdown, with the facts of the contract. */
export function guideText(guide: Guide, contract: Contract): string {
  const text = withFacts(textOf(contract.texts, guide.source), guide.source, contract);
  const complete = guide.sections?.(text, contract) ?? text;
  return linkDecisions(complete, (id) => `site:guides/decisions.html#${id.toLowerCase()}`);
}
