import { type Call, isOfService, ownParameters, variableOf } from './call.ts';
import { type ClientMethod, clientMethod, resultName } from './client-method.ts';
import { layout, type Notation } from './layout.ts';
import { quotedText } from './quoted-text.ts';

const typescript: Notation = {
  scalar: (value) => (typeof value === 'string' ? quotedText(value, "'") : JSON.stringify(value)),
  key: (name) => {
    // In an object literal, the plain name would set the prototype.
    if (name === '__proto__') return "['__proto__']";
    return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quotedText(name, "'");
  },
  trailingComma: ',',
  padding: ' ',
  indent: '  ',
};

/** Returns the call with @penstock/client: a module for Node, Deno and Bun. */
export function typescriptSample(call: Call): string {
  const names = clientMethod(call);
  const client = isOfService(call) ? managementClient(names) : observabilityClient(names);
  const ids = ownParameters(call).map((name) => `const ${name} = process.env.${variableOf(name)}!;\n`);
  return `${client}${ids.join('')}\n${callLines(call, names)}`;
}

function managementClient({ resource }: ClientMethod): string {
  return `import { createManagementClient } from '@penstock/client';

const management = createManagementClient({
  baseUrl: process.env.PENSTOCK_URL!,
  keyId: process.env.PENSTOCK_KEY_ID!,
  keySecret: process.env.PENSTOCK_KEY_SECRET!,
});
const { ${resource} } = management.service({
  organizationId: process.env.PENSTOCK_ORGANIZATION_ID!,
  serviceId: process.env.PENSTOCK_SERVICE_ID!,
});
`;
}

function observabilityClient({ resource }: ClientMethod): string {
  return `import { createObservabilityClient } from '@penstock/client';

const { ${resource} } = createObservabilityClient({
  baseUrl: process.env.PENSTOCK_URL!,
  token: process.env.PENSTOCK_TOKEN!,
});
`;
}

function callLines(call: Call, names: ClientMethod): string {
  const result = resultName(names);
  const method = `${names.resource}.${names.method}`;
  if (names.method === 'list')
    return `for await (const ${result} of ${method}()) {\n  console.log(${result});\n}`;
  if (call.method === 'DELETE') return `await ${method}(${ownParameters(call).join(', ')});`;
  const beginning = `const ${result} = await ${method}(`;
  return `${beginning}${methodArguments(call, beginning.length)});\nconsole.log(${result});`;
}

function methodArguments(call: Call, before: number): string {
  const ids = ownParameters(call).join(', ');
  if (call.body === undefined) return ids;
  const separator = ids === '' ? '' : ', ';
  const column = before + ids.length + separator.length;
  return `${ids}${separator}${layout(call.body, typescript, { indent: '', before: column, after: 2 })}`;
}
