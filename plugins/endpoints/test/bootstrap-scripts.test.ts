import { beforeAll, expect, test } from 'bun:test';
import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Language, type Node, Parser } from '@vscode/tree-sitter-wasm';
import { describeCertificate, generateCertificate } from '../../../src/kit/tls/certificate.ts';
import { powershellLiteral, shLiteral } from '../bootstrap/literals.ts';
import {
  buildPowershellCommand,
  buildPowershellScript,
  buildShCommand,
  buildShScript,
  type InstallerSetup,
} from '../bootstrap/scripts.ts';

const HOSTILE = [
  "'",
  "''; Remove-Item C:\\ -Recurse #",
  '"; calc; "',
  '$(calc) ${env:x} $env:x `whoami` %PATH%',
  "x\n'@\nInvoke-Expression calc\n@'\n",
  'x\n"@\ncalc\n@"\n',
  '\u2018; calc; \u2019',
  '\u201a\u201b\u2019\u2018\u2019',
  '} ; calc ; & {',
  '# <# #> `',
  "\\'; rm -rf / #\\",
  'EOF\nrm -rf /\nEOF',
  'ü 漢 😀',
  '',
];

const build = (platform: string) => ({
  packageid: 1,
  version: '0.2.0',
  platform,
  filename: 'x',
  size: 1,
  sha256: createHash('sha256').update(platform).digest('hex'),
});
const setup = (more: Partial<InstallerSetup> = {}): InstallerSetup => ({
  server: 'https://millwright.plant.example',
  token: 'mw_bst_ABCDEFGH_secret',
  pins: ['aGVsbG8=', 'd29ybGQ='],
  site: 'Plant',
  ...more,
});

let powershell: Parser;
beforeAll(async () => {
  await Parser.init();
  const grammar = import.meta.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-powershell.wasm');
  powershell = new Parser();
  powershell.setLanguage(await Language.load(readFileSync(new URL(grammar))));
});

function parseScript(text: string): Node {
  const root = powershell.parse(text)!.rootNode;
  expect([text.slice(0, 40), root.hasError]).toEqual([text.slice(0, 40), false]);
  return root;
}

const ofType = (node: Node, type: string): Node[] =>
  node.descendantsOfType(type).filter((one) => one !== null);

/** Reads a literal as PowerShell does: each single quote ends it, unless another one follows. */
function readLiteral(text: string, start: number): { value: string; end: number } {
  const isQuote = (at: number) => /['\u2018-\u201b]/.test(text.charAt(at));
  if (!isQuote(start)) throw new Error('No literal begins here.');
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    if (isQuote(at) && !isQuote(at + 1)) return { value, end: at + 1 };
    if (isQuote(at)) at++;
    value += text[at];
  }
  throw new Error('The literal never ends.');
}

test.each(HOSTILE)('the PowerShell literal equals the hostile text: %j', (text) => {
  const literal = powershellLiteral(text);
  expect(readLiteral(literal, 0)).toEqual({ value: text, end: literal.length });
  const root = parseScript(`$x = ${literal}`);
  expect(ofType(root, 'verbatim_string_characters').map((node) => node.text)).toEqual([literal]);
  expect([ofType(root, 'command').length, ofType(root, 'pipeline').length]).toEqual([0, 2]);
});

test.each(HOSTILE)('the sh literal equals the hostile text: %j', (text) => {
  const output = execFileSync('sh', ['-c', `printf '%s' ${shLiteral(text)}`]).toString();
  expect(output).toBe(text);
});

/** Returns the commands, assignments and method calls of a script. */
function shapeOf(text: string) {
  const root = parseScript(text);
  return {
    commands: ofType(root, 'command').map((node) => ofType(node, 'command_name')[0]?.text),
    assignments: ofType(root, 'assignment_expression').map((node) => /^[^=]+/.exec(node.text)![0].trim()),
    invocations: ofType(root, 'invokation_expression').length,
  };
}

test('the PowerShell script has the same statements when its values are hostile', () => {
  const plain = shapeOf(buildPowershellScript(setup(), build('windows-x64')));
  expect(plain.commands).toContain('Get-FileHash');
  expect(plain.commands).not.toContain('calc');
  for (const site of HOSTILE)
    for (const server of [setup().server, `https://plant.example/${site}`]) {
      const text = buildPowershellScript(setup({ site, server, pins: [site, 'x'] }), build('windows-x64'));
      expect(shapeOf(text)).toEqual(plain);
      const at = text.indexOf('$Site = ') + '$Site = '.length;
      expect(readLiteral(text, at).value).toBe(site);
      const command = buildPowershellCommand(setup({ server }));
      expect(shapeOf(command)).toEqual(shapeOf(buildPowershellCommand(setup())));
    }
});

test('the sh script is valid and contains its values unchanged when they are hostile', () => {
  for (const site of HOSTILE) {
    const text = buildShScript(setup({ site, server: `https://plant.example/${site}` }), [
      build('linux-x64'),
    ]);
    execFileSync('sh', ['-n'], { input: text });
    const values = text.replace(/install_agent\n$/, 'printf "%s|%s" "$site" "$server"\n');
    const output = execFileSync('sh', [], { input: values }).toString();
    expect(output).toBe(`${site}|https://plant.example/${site}`);
    execFileSync('sh', ['-n'], { input: buildShCommand(setup({ server: `https://plant.example/${site}` })) });
  }
});

test('the scripts contain the digests of the builds and the pins of the server', () => {
  const windows = buildPowershellScript(setup(), build('windows-x64'));
  for (const value of [build('windows-x64').sha256, "@('aGVsbG8=', 'd29ybGQ=')"])
    expect(windows).toContain(value);
  const linux = buildShScript(setup(), [build('linux-x64'), build('linux-arm64')]);
  for (const value of [build('linux-x64').sha256, build('linux-arm64').sha256, "pins='aGVsbG8= d29ybGQ='"])
    expect(linux).toContain(value);
  expect(buildShCommand(setup())).toContain("--insecure --pinnedpubkey 'sha256//aGVsbG8=;sha256//d29ybGQ='");
  const unpinned = setup({ pins: [] });
  expect(buildShCommand(unpinned)).not.toMatch(/insecure|pinned/);
  expect(buildPowershellCommand(unpinned)).toEndWith(', @()))');
});

test('a truncated script does not run', () => {
  const windows = buildPowershellScript(setup(), build('windows-x64'));
  const linux = buildShScript(setup(), [build('linux-x64')]);
  expect(powershell.parse(windows.slice(0, -10))!.rootNode.hasError).toBe(true);
  const cut = linux.slice(0, linux.lastIndexOf('install_agent\n'));
  expect(execFileSync('sh', [], { input: cut }).toString()).toBe('');
});

test('the scripts contain only ASCII characters', () => {
  for (const text of [
    buildPowershellScript(setup(), build('windows-x64')),
    buildPowershellCommand(setup()),
    buildShScript(setup(), [build('linux-x64')]),
  ])
    expect(text).toMatch(/^[\n -~]*$/);
});

/** Translates the key search of the C# part of the script to JavaScript and returns the pin it finds. */
function pinByScript(der: Buffer): string {
  const source = readFileSync(new URL('../bootstrap/fetch.cs', import.meta.url), 'utf8');
  const from = source.indexOf('static string PinOf');
  const body = source
    .slice(from, source.lastIndexOf('}', source.lastIndexOf('}') - 1))
    .replace(/static (?:string|int) (\w+)\(byte\[\] der(, int at)?\)/g, 'function $1(der$2)')
    .replace(', int at)', ', at)')
    .replaceAll(', int at)', ', at)')
    .replace(/\bint (\w+) =/g, 'let $1 =')
    .replace(/using \(SHA256 sha = SHA256\.Create\(\)\) return .*/, 'return [at, length];');
  const [at, length] = new Function('der', `${body}; return PinOf(der);`)(der) as [number, number];
  return createHash('sha256')
    .update(der.subarray(at, at + length))
    .digest('base64');
}

test('the PowerShell script computes the same pin as the server', async () => {
  for (const sans of [['localhost'], Array.from({ length: 40 }, (_, n) => `name-${n}.plant.example`)]) {
    const { cert } = await generateCertificate({ commonname: 'Plant', sans });
    expect(pinByScript(new X509Certificate(cert).raw)).toBe(describeCertificate(cert).spkipin);
  }
});
