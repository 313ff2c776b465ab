/*
 * Ends with a clear sentence if Node.js is too old for this workspace. Runs after an install and before `start` and `test`. It is
 * CommonJS without new syntax, so that an old Node.js can run it.
 */

const OLDEST = [24, 18];
const PACKAGED = ['linux-x64', 'linux-arm64', 'win32-x64'];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  const platform = `${process.platform}-${process.arch}`;
  const reason = PACKAGED.includes(platform)
    ? 'The workspace contains a newer one as an optional dependency, but it is not installed: run `npx -y pnpm@12.21.0 install`.'
    : `npm has no newer one for ${platform} that the workspace could install.`;
  process.stderr.write(
    `Penstock needs Node.js ${OLDEST.join('.')} or newer, but the \`node\` on PATH is ${process.versions.node}.
${reason}
Otherwise, install Node.js ${OLDEST[0]} from https://nodejs.org/en/download, put it on PATH and run the command again.
`,
  );
  process.exitCode = 1;
}
