import { CAPABILITIES } from '../capability.ts';

const width = Math.max(...Object.keys(CAPABILITIES).map((name) => name.length)) + 2;
const capabilities = Object.entries(CAPABILITIES).map(
  ([name, meaning]) => `  ${name.padEnd(width)}${meaning}`,
);

/** The part of the help that follows the list of options. */
export const HELP = `
All options except --read-only and --timeout can be given several times.

Credentials come from the environment. An admin is required: a surface without one is not checked. The others enable checks.
  management     PENSTOCK_KEY_ID, PENSTOCK_KEY_SECRET, PENSTOCK_ORGANIZATION_ID, PENSTOCK_SERVICE_ID
  observability  PENSTOCK_TOKEN
  a reader       PENSTOCK_READER_KEY_ID and PENSTOCK_READER_KEY_SECRET, PENSTOCK_READER_TOKEN
  a stranger     PENSTOCK_STRANGER_KEY_ID, PENSTOCK_STRANGER_KEY_SECRET, PENSTOCK_STRANGER_ORGANIZATION_ID,
                 PENSTOCK_STRANGER_SERVICE_ID, PENSTOCK_STRANGER_TOKEN: an admin of another tenant

Capabilities are features that a server may not have. Every operation needs the capability with the name of its group.
${capabilities.join('\n')}

Exit codes:
  0  the server conforms
  1  the server does not conform
  2  inconclusive: the server was not reached, it rejected the credentials, or an option was invalid

Examples:
  penstock-conformance http://127.0.0.1:8080
  penstock-conformance https://staging.example.net --read-only
  penstock-conformance http://127.0.0.1:8080 --operation createPipe --operation updatePipe
  penstock-conformance http://127.0.0.1:8080 --capability -webhooks --capability -rate-limit
  penstock-conformance http://127.0.0.1:8080 --report junit=conformance.xml --report markdown=comment.md
`;
