import type { Contract } from '../contract/contract.ts';
import { textOf } from '../contract/texts.ts';
import { withFacts } from '../facts/facts.ts';
import { linkDecisions, titleOf } from '../markdown/prose.ts';
import { SiteBuildError } from '../site-build-error.ts';
import { decisionSections } from './decision-sections.ts';
import { problemSections } from './problem-sections.ts';

/** A guide, before it is rendered. */
export interface Guide {
  readonly slug: string;
  /** Where its text is, in `openapi/`. */
  readonly source: string;
  /** What it answers, in a line. */
  readonly summary: string;
  /** Words that people look for it with and that it does not use itself. */
  readonly synonyms?: string;
  /** Turns tables of the text into sections of their own. */
  readonly sections?: (text: string, contract: Contract) => string;
}

export interface GuideGroup {
  readonly title: string;
  readonly guides: readonly Guide[];
}

export const guideGroups: readonly GuideGroup[] = [
  {
    title: 'Call the API',
    guides: [
      {
        ...described('authentication', 'Which credential each surface takes, and what it may do.'),
        synonyms: 'login log in sign in authenticate authorization password api key token permission role',
      },
      {
        slug: 'errors',
        source: 'guidelines/errors.md',
        summary: 'Every problem code: when it happens, who answers it, what to do.',
        sections: problemSections,
      },
      {
        ...described('paging', 'How to read a list to its end, and how to narrow it.'),
        synonyms: 'pagination paginate offset page through list',
      },
      {
        ...described('idempotency', 'What may be sent again after a failure, and when.'),
        synonyms: 'retry backoff back off timeout duplicate throttling',
      },
      {
        ...described('concurrency', 'How two writers do not undo each other: ETag and If-Match.'),
        synonyms: 'optimistic locking lost update conflict version',
      },
    ],
  },
  {
    title: 'Work with pipes and alerts',
    guides: [
      {
        ...described('pipe-life-cycle', 'The states of a pipe and the ways between them, with pictures.'),
        synonyms: 'stuck hang status state machine transition pause',
      },
      described('alerts', 'What an alert looks at, when it fires, and what its states mean.'),
      {
        ...described('webhook-deliveries', 'What a webhook gets, and how to check its signature.'),
        synonyms: 'verify hmac secret callback event notification',
      },
    ],
  },
  {
    title: 'Rely on the contract',
    guides: [
      {
        ...guideline('compatibility', 'What may change under a client that works, and what may not.'),
        synonyms: 'deprecated upgrade semver backwards',
      },
      {
        ...guideline('decisions', 'What the specification left open, what we chose, and why.'),
        sections: decisionSections,
      },
      guideline('extensions', 'What the x- keys of the documents mean.'),
    ],
  },
];

export const allGuides: readonly Guide[] = guideGroups.flatMap(({ guides }) => guides);

function described(slug: string, summary: string): Guide {
  return { slug, source: `description/guides/${slug}.md`, summary };
}

function guideline(slug: string, summary: string): Guide {
  return { slug, source: `guidelines/${slug}.md`, summary };
}

export function guidePage({ slug }: Guide): string {
  return `guides/${slug}.html`;
}

/** @throws SiteBuildError where the text has none. */
export function guideTitle({ source }: Guide, { texts }: Contract): string {
  const title = titleOf(textOf(texts, source));
  if (title !== '') return title;
  throw new SiteBuildError(`openapi/${source} has no title: begin it with a line such as \`# Errors\`.`);
}

/** The text of a guide with everything in it that the contract knows, as Markdown. */
export function guideText(guide: Guide, contract: Contract): string {
  const text = withFacts(textOf(contract.texts, guide.source), guide.source, contract);
  const whole = guide.sections?.(text, contract) ?? text;
  return linkDecisions(whole, (id) => `site:guides/decisions.html#${id.toLowerCase()}`);
}
