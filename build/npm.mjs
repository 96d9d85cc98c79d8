// The entry point of `npm run …`. Plain Node.js without dependencies, because it runs before anything is
// installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode } from './find-node.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const onWindows = process.platform === 'win32';
/** The only step of these scripts that runs under Node.js. */
const nodeBundle = 'dist/node/main.js';

/**
 * The steps of each script. Bun runs them, except `nodeBundle`. Arguments of the user go to the last step.
 */
const scripts = {
  start: [['build/ui.ts'], ['src/main.ts', 'serve']],
  'start:node': [['build/node.ts'], [nodeBundle, 'serve']],
  demo: [['build/ui.ts'], ['src/main.ts', 'demo']],
  millwright: [['build/ui.ts'], ['src/main.ts']],
  build: [['build/ui.ts'], ['build/compile.ts']],
  package: [['build/ui.ts'], ['build/package.ts']],
  bench: [['build/ui.ts'], ['build/bench.ts']],
  load: [['build/ui.ts'], ['test/load/run.ts']],
  faults: [['build/ui.ts'], ['test/endurance/run.ts']],
  'docs:screenshots': [['build/ui.ts'], ['test/docs/take-screenshots.ts']],
  test: [['build/test.ts']],
  'test:all': [['build/test.ts', 'all']],
  check: [['build/check.ts']],
  format: [['node_modules/@biomejs/biome/bin/biome', 'check', '--write']],
};

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * Installs the locked packages if necessary. A stamp file records the installed lock file for the next run.
 */
function ensureInstalled() {
  const stampFile = join(modules, '.millwright-lock');
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  if (!isInstalled()) install();
  writeFileSync(stampFile, stamp);
}

function install() {
  process.stdout.write('Installing the packages of package-lock.json …\n');
  const clean = npm('pipe', 'ci');
  if (clean.status === 0) return;
  // `npm ci` fails on a lock file without the packages for other platforms, which some registries do not
  // have. `npm install` installs the same versions and verifies the same hashes.
  const reason = (clean.stderr ?? '').split('\n').find((line) => line.includes('npm error'));
  process.stdout.write(
    `npm ci did not work (${reason ?? 'no reason given'}); trying npm install with the same lock file.\n`,
  );
  if (npm('inherit', 'install', '--no-save').status === 0) return;
  fail(
    'The packages could not be installed (see above). The npm registry must be reachable once to install them.',
  );
}

function npm(output, command, ...options) {
  const args = [command, ...options, '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const stdio = ['ignore', output, output];
  const result = spawnSync('npm', args, { cwd: root, stdio, encoding: 'utf8', shell: onWindows });
  if (result.error)
    fail(`npm could not be started: ${result.error.message}. Install Node.js 20 or later with npm.`);
  return result;
}

/**
 * Reports whether npm's record of `node_modules` matches the lock file. Packages for other platforms may be
 * absent.
 */
function isInstalled() {
  const record = join(modules, '.package-lock.json');
  if (!existsSync(record)) return false;
  const present = readJson(record).packages;
  return Object.entries(readJson(join(root, 'package-lock.json')).packages).every(([path, wanted]) => {
    const found = present[path];
    return path === '' || (found ? found.version === wanted.version : wanted.optional || wanted.peer);
  });
}

/**
 * Finds the pinned Bun in its platform package or in the package itself. Returns undefined if it does not run
 * here.
 */
function findBun() {
  const wanted = readJson(join(root, 'package.json')).dependencies.bun;
  const platforms = existsSync(join(modules, '@oven')) ? readdirSync(join(modules, '@oven')) : [];
  const candidates = [
    ...platforms.map((name) => join(modules, '@oven', name, 'bin', onWindows ? 'bun.exe' : 'bun')),
    join(modules, 'bun', 'bin', 'bun.exe'),
  ];
  return candidates.find((path) => {
    if (!existsSync(path)) return false;
    const answer = spawnSync(path, ['--version'], { encoding: 'utf8' });
    return answer.status === 0 && answer.stdout.trim() === wanted;
  });
}

/** Returns the program that runs a step. Exits with a message when there is none. */
function runnerOf([file]) {
  const machine = `${process.platform} ${process.arch}`;
  if (file !== nodeBundle)
    return findBun() ?? fail(`There is no Bun in node_modules that runs on ${machine}. Run: npm ci`);
  return findNode(root) ?? fail(`There is no Node.js 22 or later for ${machine}, here or in node_modules.`);
}

/**
 * Reports whether the step builds a bundle that was already copied from another machine, because Bun does not
 * run here.
 */
const isCarriedHere = ([file]) =>
  file === 'build/node.ts' && !findBun() && existsSync(join(root, nodeBundle));

function exitCode(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 1);
}

/**
 * Kills the child when npm's shell ends. npm sends a signal only to that shell, which would leave this
 * process running.
 */
function stopWithNpm(child) {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event || onWindows) return undefined;
  return setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 250);
}

/** Runs a step to its end, forwards signals, and returns its exit code. */
function run(step, args) {
  const runner = runnerOf(step);
  // A .env file in the working directory must not configure the build.
  const options = step[0] === nodeBundle ? [] : ['--no-env-file'];
  return new Promise((resolve) => {
    const child = spawn(runner, [...options, ...step, ...args], { cwd: root, stdio: 'inherit' });
    // In a terminal, Ctrl-C reaches the child directly.
    const handOn = (signal) => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, handOn);
    const watch = stopWithNpm(child);
    child.on('error', (error) => fail(`${runner} could not be started: ${error.message}`));
    child.on('close', (code, signal) => {
      clearInterval(watch);
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, handOn);
      resolve(exitCode(code, signal));
    });
  });
}

const [name = '', ...rest] = process.argv.slice(2);
const steps = scripts[name];
if (!steps) fail(`Unknown script "${name}". There are: ${Object.keys(scripts).join(', ')}.`);
ensureInstalled();
for (const [index, step] of steps.entries()) {
  if (isCarriedHere(step)) continue;
  const code = await run(step, index === steps.length - 1 ? rest : []);
  if (code !== 0) process.exit(code);
}
