import { CAPABILITIES } from '../capability.ts';

const width = Math.max(...Object.keys(CAPABILITIES).map((name) => name.length)) + 2;
const capabilities = Object.entries(CAPABILITIES).map(
  ([name, meaning]) => `  ${name.padEnd(width)}${meaning}`,
);

/** What the list of options does not say. */
export const HELP = `
All options but --read-only and --timeout can be given several times.

Credentials come from the environment. A surface without one is left out; an admin is needed, the others turn checks on.
  management     PENSTOCK_KEY_ID, PENSTOCK_KEY_SECRET, PENSTOCK_ORGANIZATION_ID, PENSTOCK_SERVICE_ID
  observability  PENSTOCK_TOKEN
  a reader       PENSTOCK_READER_KEY_ID and PENSTOCK_READER_KEY_SECRET, PENSTOCK_READER_TOKEN
  a stranger     PENSTOCK_STRANGER_KEY_ID, PENSTOCK_STRANGER_KEY_SECRET, PENSTOCK_STRANGER_ORGANIZATION_ID,
                 PENSTOCK_STRANGER_SERVICE_ID, PENSTOCK_STRANGER_TOKEN: an admin of another tenant

Capabilities are what a server may leave out. Every operation needs the one that its group is called by.
${capabilities.join('\n')}

Exit codes:
  0  the server conforms
  1  it does not
  2  that could not be told: it was not reached, refused the credentials, or something was asked for that is not there

Examples:
  penstock-conformance http://127.0.0.1:8080
  penstock-conformance https://staging.example.net --read-only
  penstock-conformance http://127.0.0.1:8080 --operation createPipe --operation updatePipe
  penstock-conformance http://127.0.0.1:8080 --capability -webhooks --capability -rate-limit
  penstock-conformance http://127.0.0.1:8080 --report junit=conformance.xml --report markdown=comment.md
`;
