import { type Call, filledPath, isOfService, urlVariables } from './call.ts';
import { json } from './json.ts';
import { layout } from './layout.ts';

/** Returns the call with Go's net/http: a complete program, formatted by gofmt. */
export function goSample(call: Call): string {
  return `package main

import (
${imports(call)
  .map((name) => `\t"${name}"\n`)
  .join('')})

func main() {
${url(call)}
${body(call)}	request, err := http.NewRequest("${call.method}", url, ${call.body === undefined ? 'nil' : 'body'})
	if err != nil {
		log.Fatal(err)
	}
${headers(call)}
	client := http.Client{Timeout: 30 * time.Second}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		log.Fatal(response.Status)
	}
${result(call)}}`;
}

function imports(call: Call): string[] {
  const needed = new Map([
    ['fmt', urlVariables(call).length > 1],
    ['io', hasContent(call)],
    ['log', true],
    ['net/http', true],
    ['os', true],
    ['strings', call.body !== undefined],
    ['time', true],
  ]);
  return [...needed].filter(([, isNeeded]) => isNeeded).map(([name]) => name);
}

function url(call: Call): string {
  const [host = '', ...others] = urlVariables(call).map((name) => `os.Getenv("${name}")`);
  if (others.length === 0) return `\turl := ${host} + "${call.path}"`;
  const template = filledPath(call.path, () => '%s');
  const values = [`"%s${template}"`, host, ...others].map((value) => `\t\t${value},\n`);
  return `\turl := fmt.Sprintf(\n${values.join('')}\t)`;
}

function body({ body: value }: Call): string {
  if (value === undefined) return '';
  const text = layout(value, json, {
    indent: '\t',
    before: '\tbody := strings.NewReader(`'.length,
    after: 2,
  });
  return `\tbody := strings.NewReader(${rawString(text)})\n`;
}

/** Quotes JSON in backquotes. The characters that a raw string cannot contain become escapes of JSON. */
function rawString(text: string): string {
  return `\`${text.replaceAll('`', String.raw`\u0060`).replaceAll('\ufeff', String.raw`\ufeff`)}\``;
}

function headers(call: Call): string {
  const type = call.body === undefined ? '' : '\trequest.Header.Set("Content-Type", "application/json")\n';
  const credential = isOfService(call)
    ? 'request.SetBasicAuth(os.Getenv("PENSTOCK_KEY_ID"), os.Getenv("PENSTOCK_KEY_SECRET"))'
    : 'request.Header.Set("Authorization", "Bearer "+os.Getenv("PENSTOCK_TOKEN"))';
  return `\t${credential}\n${type}`;
}

function result(call: Call): string {
  return hasContent(call) ? '\tio.Copy(os.Stdout, response.Body)\n' : '';
}

/** Deletions return no content. */
function hasContent({ method }: Call): boolean {
  return method !== 'DELETE';
}
