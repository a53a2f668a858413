// Refreshes src/oddsmith/web/static/vendor and the fonts from what package-lock.json pins: `npm ci && npm run vendor`.
// Each library becomes one ES module; VENDORED.json says what is in it, under which licence, and its checksum.

import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const packages = join(here, 'node_modules');
const target = join(here, '../../src/oddsmith/web/static/vendor');
const tests = join(here, '../../tests/web/pages/vendor');

const modules = ['preact', 'plot'];
const fonts = {
  'besley.woff2': '@fontsource/besley/files/besley-latin-700-normal.woff2',
  'atkinson.woff2':
    '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2',
};

/** The package that a file below node_modules belongs to. */
const packageOf = (path) => {
  const parts = path.slice(path.lastIndexOf('node_modules') + 'node_modules/'.length).split(/[\\/]/);
  return parts[0].startsWith('@') ? `${parts[0]}/${parts[1]}` : parts[0];
};

/** What is known of a package: name, version, licence; and its licence's text, copied into `folder`. */
const described = async (name, folder) => {
  const about = JSON.parse(await readFile(join(packages, name, 'package.json'), 'utf8'));
  const found = (await readdir(join(packages, name))).find((file) => /^licen[cs]e/i.test(file));
  const entry = { name, version: about.version, licence: about.license };
  if (found === undefined) return entry;
  const file = `licences/${name.replace('@', '').replace('/', '-')}.txt`;
  await copyFile(join(packages, name, found), join(folder, file));
  return { ...entry, text: file };
};

const sha256 = async (path) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

const record = async (folder, files) => {
  const entries = {};
  for (const [file, names] of Object.entries(files)) {
    const parts = [];
    for (const name of [...names].sort()) parts.push(await described(name, folder));
    entries[file] = { sha256: await sha256(join(folder, file)), packages: parts };
  }
  await writeFile(join(folder, 'VENDORED.json'), `${JSON.stringify(entries, null, 2)}\n`);
};

for (const folder of [target, tests]) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'licences'), { recursive: true });
}

/**
 * What charts without maps and without named palettes never call: a fifth of what Plot weighs. Each export is there, and
 * does nothing.
 */
const without = {
  name: 'without',
  setup({ onLoad }) {
    onLoad({ filter: /node_modules[\\/](d3-geo|d3-scale-chromatic)[\\/]/ }, async ({ path }) => {
      const names = Object.keys(await import(path));
      return {
        contents: `const nothing = () => {};\nexport { ${names.map((name) => `nothing as ${name}`).join(', ')} };`,
      };
    });
  },
};

const made = {};
for (const name of modules) {
  const result = await build({
    absWorkingDir: here,
    entryPoints: [`entries/${name}.js`],
    outfile: join(target, `${name}.js`),
    bundle: true,
    format: 'esm',
    minify: true,
    legalComments: 'none',
    plugins: [without],
    target: 'es2022',
    metafile: true,
    logLevel: 'warning',
  });
  const [output] = Object.values(result.metafile.outputs);
  const kept = Object.entries(output.inputs).filter(
    ([path, part]) => part.bytesInOutput > 0 && !path.startsWith('entries/'),
  );
  made[`${name}.js`] = new Set(kept.map(([path]) => packageOf(path)));
  // Types come from the packages themselves, where the checker has them installed.
  await copyFile(join(here, 'entries', `${name}.js`), join(target, `${name}.d.ts`));
}
for (const [file, source] of Object.entries(fonts)) {
  await copyFile(join(packages, source), join(target, file));
  made[file] = new Set([packageOf(join(packages, source))]);
}
await record(target, made);

await copyFile(join(packages, 'axe-core/axe.min.js'), join(tests, 'axe.js'));
await record(tests, { 'axe.js': new Set(['axe-core']) });
