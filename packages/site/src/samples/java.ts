import { type Call, filledPath, isOfService, urlVariables } from './call.ts';
import { json } from './json.ts';
import { layout } from './layout.ts';

/** Returns the call with java.net.http of Java 17: a class with a main method, which needs no library. */
export function javaSample(call: Call): string {
  return `${imports(call)
    .map((name) => `import ${name};\n`)
    .join('')}
class ${className(call)} {
  public static void main(String[] args) throws Exception {
    var env = System.getenv();
    var url = ${url(call)};
${credential(call)}${body(call)}    var request = HttpRequest.newBuilder(URI.create(url))
        .timeout(Duration.ofSeconds(30))
${requestLines(call)
  .map((line) => `        .${line}\n`)
  .join('')}        .build();
    var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException(response.statusCode() + " " + response.body());
    }
${call.method === 'DELETE' ? '' : '    System.out.println(response.body());\n'}  }
}`;
}

function imports(call: Call): string[] {
  const needed = new Map([
    ['java.io.IOException', true],
    ['java.net.URI', true],
    ['java.net.http.HttpClient', true],
    ['java.net.http.HttpRequest', true],
    ['java.net.http.HttpRequest.BodyPublishers', takesBody(call)],
    ['java.net.http.HttpResponse.BodyHandlers', true],
    ['java.time.Duration', true],
    ['java.util.Base64', isOfService(call)],
  ]);
  return [...needed].filter(([, isNeeded]) => isNeeded).map(([name]) => name);
}

function className({ operationId }: Call): string {
  return operationId.charAt(0).toUpperCase() + operationId.slice(1);
}

function url(call: Call): string {
  const [host = '', ...others] = urlVariables(call).map((name) => `env.get("${name}")`);
  if (others.length === 0) return `${host} + "${call.path}"`;
  const template = `"%s${filledPath(call.path, () => '%s')}"`;
  const values = [host, ...others].map((value) => `        ${value}`);
  return `${template}.formatted(\n${values.join(',\n')})`;
}

function credential(call: Call): string {
  if (!isOfService(call)) return '';
  return `    var credentials = env.get("PENSTOCK_KEY_ID") + ":" + env.get("PENSTOCK_KEY_SECRET");
    var basic = Base64.getEncoder().encodeToString(credentials.getBytes());
`;
}

/** Returns the body as a text block. Only the backslash is special in it, because JSON never has three quotes in a row. */
function body({ body: value }: Call): string {
  if (value === undefined) return '';
  const indent = '        ';
  const text = layout(value, json, { indent, before: indent.length, after: 0 });
  return `    var body = """\n${indent}${text.replaceAll('\\', String.raw`\\`)}\n${indent}""";\n`;
}

function requestLines(call: Call): string[] {
  return [
    `header("Authorization", ${isOfService(call) ? '"Basic " + basic' : '"Bearer " + env.get("PENSTOCK_TOKEN")'})`,
    ...(call.body === undefined ? [] : ['header("Content-Type", "application/json")']),
    ...methodCall(call),
  ];
}

/** The builder has a GET by default, and no method for PATCH. */
function methodCall(call: Call): string[] {
  const publisher = call.body === undefined ? 'BodyPublishers.noBody()' : 'BodyPublishers.ofString(body)';
  switch (call.method) {
    case 'GET':
      return [];
    case 'DELETE':
      return ['DELETE()'];
    case 'PATCH':
      return [`method("PATCH", ${publisher})`];
    default:
      return [`${call.method}(${publisher})`];
  }
}

function takesBody({ method }: Call): boolean {
  return method !== 'GET' && method !== 'DELETE';
}
