import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOf, type DocumentedCommand } from './documented-commands.ts';
import { PAGES, root } from './pages.ts';

/** Commands of the pages must start in a fresh clone, where only npm is available. */
const commands = PAGES.flatMap(commandsOf);
const scripts: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
/** Commands of npm itself. */
const OF_NPM = ['ci', 'install'];

async function runCommand(...command: string[]): Promise<{ code: number; output: string }> {
  const child = Bun.spawn(command, { cwd: root, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, output: out + err };
}

/** Output of each command with `--help`, cached. */
const answers = new Map<string, Promise<{ code: number; output: string }>>();
function helpOf(...command: string[]): Promise<{ code: number; output: string }> {
  const key = command.join(' ');
  const answer = answers.get(key) ?? runCommand(...command, '--help');
  answers.set(key, answer);
  return answer;
}

const ofMillwright = (words: readonly string[]) =>
  helpOf(process.execPath, '--no-env-file', 'src/main.ts', words[0] ?? 'help');

/** Splits the words of npm into the script and its arguments, such as `npm run demo -- --assets 200`. */
function scriptOf({ words }: DocumentedCommand): { script: string; rest: string[] } {
  const [first = '', ...rest] = words[0] === 'run' ? words.slice(1) : words;
  return { script: first, rest: rest.filter((word) => word !== '--') };
}

/** Returns the help text of the program that a command starts. */
async function helpFor(command: DocumentedCommand): Promise<{ code: number; output: string }> {
  if (command.program === 'millwright') return ofMillwright(command.words);
  if (command.program === 'node') return ofMillwright(command.words.slice(1));
  const { script, rest } = scriptOf(command);
  if (script === 'millwright') return ofMillwright(rest);
  return helpOf('node', 'build/npm.mjs', script);
}

test('the pages contain only commands of npm, Node.js and the executable', () => {
  expect(commands.length).toBeGreaterThan(30);
  const others = commands.filter(({ program }) => !['npm', 'node', 'millwright'].includes(program));
  expect(others.map(({ line }) => line)).toEqual([]);
  const own = commands.filter(({ program }) => program === 'node').map(({ words }) => words[0]);
  expect(own.filter((file) => !file?.endsWith('main.js'))).toEqual([]);
});

test('each npm script that the pages name exists and is listed by npm.mjs', async () => {
  const named = commands
    .filter(({ program }) => program === 'npm')
    .map((command) => scriptOf(command).script);
  const missing = named.filter((script) => !(script in scripts) && !OF_NPM.includes(script));
  expect(missing).toEqual([]);
  const { output } = await runCommand('node', 'build/npm.mjs', 'nothing');
  const scriptNames = /There are: (.*)\./.exec(output)![1]!.split(', ');
  expect(scriptNames.sort()).toEqual(Object.keys(scripts).sort());
});

test('each documented command of the executable has a help text with its options', async () => {
  const documented = commands.filter(
    (command) =>
      command.program !== 'npm' || command.options.length > 0 || scriptOf(command).script === 'millwright',
  );
  expect(documented.length).toBeGreaterThan(20);
  for (const command of documented) {
    const { code, output } = await helpFor(command);
    // No help text lists the option that prints it.
    const options = command.options.filter((option) => option !== '--help');
    const unknown = options.filter((option) => !new RegExp(`${option}(?![a-z-])`).test(output));
    expect([command.page, command.line, code, unknown]).toEqual([command.page, command.line, 0, []]);
  }
}, 60_000);

test.each(['serve', 'doctor', 'migrate', 'reset-password', 'demo', 'agent', 'agent enroll', 'agent run'])(
  'millwright %s --help prints the usage and does nothing',
  async (name) => {
    const { code, output } = await runCommand(
      ...[process.execPath, '--no-env-file', 'src/main.ts', ...name.split(' '), '--help'],
    );
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(name === 'demo' ? '--url' : `millwright ${name}`),
    ]);
  },
);

test('an unknown command exits with 2 and names itself with --help', async () => {
  const { code, output } = await runCommand(
    process.execPath,
    '--no-env-file',
    'src/main.ts',
    'restor',
    '--help',
  );
  expect([code, output]).toEqual([2, expect.stringContaining('Unknown command restor.')]);
});

test.each(['--bogus', '--version-of-nothing'])(
  'millwright %s exits with 2 and prints the usage',
  async (word) => {
    const { code, output } = await runCommand(process.execPath, '--no-env-file', 'src/main.ts', word);
    expect([code, output]).toEqual([
      2,
      expect.stringContaining(`Unknown command ${word}.\nmillwright serve`),
    ]);
  },
);

test('the flag --version prints the same as the command version', async () => {
  const run = (word: string) => runCommand(process.execPath, '--no-env-file', 'src/main.ts', word);
  const [flag, command] = [await run('--version'), await run('version')];
  expect([flag.code, flag.output]).toEqual([0, command.output]);
  expect(flag.output).toMatch(/\d+\.\d+\.\d+/);
});
