import { operations } from '@penstock/contract';
import { contractDocument } from '@penstock/contract/documents';

/** What a person needs to know who has just started the mock: where it is, and one line that works when pasted. */
export function welcome(url: string): string {
  return `Penstock mock: both surfaces, answered from the contract's examples
  management     ${url}/v1      any API key (Basic)
  observability  ${url}/api/v2  any token (Bearer)

Try it:
  curl -u key:secret ${url}${examplePath()}
`;
}

/** The path of a pipe with the ids of the contract's examples. */
function examplePath(): string {
  const { parameters = {} } = contractDocument('management').components;
  const examples = Object.values(parameters as Record<string, { name: string; example?: unknown }>);
  return operations.getPipe.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    String(examples.find((parameter) => parameter.name === name)?.example),
  );
}
