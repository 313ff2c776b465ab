import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The file of a sample, without extension. */
export interface NamedSample {
  readonly name: string;
  readonly source: string;
}

/** The output of a compiler or a formatter; empty without errors. */
export type Printed = Promise<string>;

const repository = join(import.meta.dirname, '../../../..');
/** Kept between runs, because compiling the crates takes most of the time. */
const rustFolder = join(repository, 'node_modules/.cache/penstock/rust-samples');
const rustProject = join(import.meta.dirname, 'rust');
/** Rustup finds its toolchain below the home folder of the user, also where HOME is another folder. */
const rustEnvironment = { RUSTUP_HOME: join(userInfo().homedir, '.rustup'), ...process.env };

async function goFiles(folder: string, samples: readonly NamedSample[]): Promise<string[]> {
  await writeFile(join(folder, 'go.mod'), 'module samples\n\ngo 1.21\n');
  return writeAll(folder, samples, 'go');
}

/** Lists the samples that gofmt would change. */
export async function gofmt(folder: string, samples: readonly NamedSample[]): Printed {
  return printed('gofmt', ['-l', ...(await goFiles(folder, samples))]);
}

/** Compiles all samples as one package, so each main function gets a name of its own. */
export async function goVet(folder: string, samples: readonly NamedSample[]): Printed {
  const functions = samples.map(({ name, source }) => ({
    name,
    source: source.replace('func main()', `func main_${name}()`),
  }));
  await goFiles(folder, [{ name: 'main', source: 'package main\n\nfunc main() {}' }, ...functions]);
  // Without cgo, the standard library needs no C compiler.
  return printed('go', ['vet', '.'], { cwd: folder, env: { ...process.env, CGO_ENABLED: '0' } });
}

/** Prints what rustfmt would change. */
export async function rustfmt(folder: string, samples: readonly NamedSample[]): Printed {
  const files = await writeAll(folder, samples, 'rs');
  return printed('rustfmt', ['--check', '--edition', '2021', ...files], { env: rustEnvironment });
}

/** Downloads the crates of the samples if they are missing. Prints why it cannot. */
export function cargoFetch(): Printed {
  const manifest = join(rustProject, 'Cargo.toml');
  return printed('cargo', ['fetch', '--quiet', '--locked', '--manifest-path', manifest], {
    env: rustEnvironment,
  });
}

/** Compiles all samples as modules of one crate. */
export async function cargoCheck(samples: readonly NamedSample[]): Printed {
  const source = join(rustFolder, 'src');
  await rm(source, { recursive: true, force: true });
  await cp(rustProject, rustFolder, { recursive: true });
  await writeAll(source, samples, 'rs');
  const modules = samples.map(({ name }) => `mod ${name};\n`);
  // The main function of a module is never called, and the modules have the names of operations.
  await writeFile(join(source, 'lib.rs'), `#![allow(dead_code, non_snake_case)]\n${modules.join('')}`);
  return printed('cargo', ['check', '--quiet', '--locked', '--offline'], {
    cwd: rustFolder,
    env: { ...rustEnvironment, CARGO_TARGET_DIR: join(rustFolder, 'target') },
  });
}

/** Compiles all samples at once. Several examples of an operation have the same class, so each gets a package. */
export async function javac(folder: string, samples: readonly NamedSample[]): Printed {
  const packages = samples.map(({ name, source }) => ({ name, source: `package ${name};\n${source}` }));
  const files = await writeAll(folder, packages, 'java');
  return printed('javac', ['-encoding', 'UTF-8', '-Xlint:all', '-d', join(folder, 'classes'), ...files]);
}

async function writeAll(
  folder: string,
  samples: readonly NamedSample[],
  extension: string,
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files = samples.map(({ name, source }) => ({
    path: join(folder, `${name}.${extension}`),
    text: `${source}\n`,
  }));
  await Promise.all(files.map(({ path, text }) => writeFile(path, text)));
  return files.map(({ path }) => path);
}

async function printed(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Printed {
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, { maxBuffer: 2 ** 26, ...options });
    return stdout + stderr;
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      message,
    } = error as { stdout?: string; stderr?: string; message: string };
    return stdout + stderr || message;
  }
}
