/*
 * The packages of Node.js declare `os` and `cpu` as strings. pnpm records only lists in its lock file, and installs a package
 * without them on every platform: node.exe would become the `node` of macOS.
 */
module.exports = {
  hooks: {
    readPackage: (manifest) =>
      /^node-(linux|win)-(x64|arm64)$/.test(manifest.name)
        ? { ...manifest, os: [manifest.os].flat(), cpu: [manifest.cpu].flat() }
        : manifest,
  },
};
