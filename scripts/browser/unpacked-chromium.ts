import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';

const PACKAGE = dirname(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))));
const CACHE = join(import.meta.dirname, 'node_modules/.cache');

/** Whether this machine can run the browser of @sparticuz/chromium. */
export function packagedChromiumRuns(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/**
 * Returns the folder with the browser of @sparticuz/chromium, its libraries and fonts. The package itself unpacks into fixed
 * names of the system's temporary folder, where another user may have put another program and two processes disturb each
 * other. Here the second process finds everything or nothing.
 */
export async function unpackChromium(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(CACHE, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    await unpackInto(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

async function unpackInto(folder: string): Promise<void> {
  await Promise.all([
    decompress('chromium.br', join(folder, 'chromium')),
    ...['al2023', 'fonts', 'swiftshader'].map((name) => unpackArchive(name, folder)),
  ]);
  await writeFile(join(folder, 'fonts.conf'), FONTS);
}

async function unpackArchive(name: string, folder: string): Promise<void> {
  const archive = join(folder, `${name}.tar`);
  await decompress(`${name}.tar.br`, archive);
  await promisify(execFile)('tar', ['-xf', archive, '-C', folder, '--no-same-owner']);
  await rm(archive);
}

function decompress(name: string, file: string): Promise<void> {
  return pipeline(
    createReadStream(join(PACKAGE, 'bin', name)),
    createBrotliDecompress(),
    createWriteStream(file, { mode: 0o755 }),
  );
}

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;
