import { type Call, filledPath, isOfService, urlVariables } from './call.ts';
import { layout, type Notation } from './layout.ts';

const rust: Notation = {
  scalar: (value) => {
    if (typeof value === 'string') return stringLiteral(value);
    return typeof value === 'number' ? numberLiteral(value) : JSON.stringify(value);
  },
  key: stringLiteral,
  trailingComma: ',',
  padding: '',
  indent: '    ',
};

/**
 * Returns the call with reqwest, the most used HTTP client of Rust: a complete program, formatted by rustfmt. It needs the
 * features `blocking` and `json`, and serde_json for bodies.
 */
export function rustSample(call: Call): string {
  const hasBody = call.body !== undefined;
  return `use std::env;
use std::error::Error;

use reqwest::blocking::Client;
${hasBody ? 'use serde_json::json;\n' : ''}
fn main() -> Result<(), Box<dyn Error>> {
    let url = ${url(call)};
    ${call.method === 'DELETE' ? '' : 'let response = '}Client::new()
        .${call.method.toLowerCase()}(url)
        ${credential(call)}
${body(call)}        .send()?
        .error_for_status()?;
${call.method === 'DELETE' ? '' : '    println!("{}", response.text()?);\n'}    Ok(())
}`;
}

function url(call: Call): string {
  const variables = urlVariables(call).map((name) => `env::var("${name}")?`);
  const template = `"{}${filledPath(call.path, () => '{}')}"`;
  if (variables.length === 1) return `format!(${[template, ...variables].join(', ')})`;
  const lines = [template, ...variables].map((argument, index, { length }) => {
    const comma = index === length - 1 ? '' : ',';
    return `        ${argument}${comma}\n`;
  });
  return `format!(\n${lines.join('')}    )`;
}

function credential(call: Call): string {
  if (!isOfService(call)) return '.bearer_auth(env::var("PENSTOCK_TOKEN")?)';
  return `.basic_auth(
            env::var("PENSTOCK_KEY_ID")?,
            Some(env::var("PENSTOCK_KEY_SECRET")?),
        )`;
}

function body({ body: value }: Call): string {
  if (value === undefined) return '';
  const beginning = '        .json(&json!(';
  const position = { indent: '        ', before: beginning.length, after: 2 };
  return `${beginning}${layout(value, rust, position)}))\n`;
}

/** Integer literals have 32 bits by default. Integers beyond 53 bits are floating-point numbers, as in JSON. */
function numberLiteral(value: number): string {
  const text = JSON.stringify(value);
  if (!Number.isInteger(value) || text.includes('e') || Math.abs(value) < 2 ** 31) return text;
  return Number.isSafeInteger(value) ? `${text}_i64` : `${text}.0`;
}

/** Returns a string literal. JSON and Rust differ in escapes with numbers. Rust has no lone surrogates. */
function stringLiteral(text: string): string {
  const quoted = JSON.stringify(text.toWellFormed());
  if (!quoted.includes('\\')) return quoted;
  return quoted
    .replaceAll(/(?<!\\)((?:\\\\)*)\\u([\da-f]{4})/g, String.raw`$1\u{$2}`)
    .replaceAll(/(?<!\\)((?:\\\\)*)\\b/g, String.raw`$1\u{8}`)
    .replaceAll(/(?<!\\)((?:\\\\)*)\\f/g, String.raw`$1\u{c}`);
}
