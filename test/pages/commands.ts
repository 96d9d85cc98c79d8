import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A command as a page tells it, on one line. */
export interface DocumentedCommand {
  page: string;
  line: string;
  /** What starts it: npm, millwright ... */
  program: string;
  words: string[];
  /** The names of its options, with their dashes. */
  options: string[];
}

const PROGRAMS = 'npm|npx|node|millwright|bun|node_modules/\\S+';
const COMMAND = new RegExp(`^(?:\\$ )?(?:[A-Z_]+=\\S+ )*((?:${PROGRAMS})(?: .*)?)$`);
const root = join(import.meta.dir, '..', '..');

/** The commands that a page shows, in blocks of code and in the line. */
export function commandsOf(page: string): DocumentedCommand[] {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^ *```\w*\n(.*?)^ *```$/gms)].flatMap(([, block]) => block!.split('\n'));
  const outside = text.replace(/^ *```\w*\n.*?^ *```$/gms, '');
  const inline = [...outside.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
  return [...blocks, ...inline].flatMap((line) => {
    // A value that stands for another one may have spaces; what stands behind a # or two spaces explains.
    const plain = line.trim().replace(/<[^>]*>/g, 'VALUE');
    const told = COMMAND.exec(plain.replace(/ +# .*| {2,}\S.*/, ''))?.[1];
    return told === undefined ? [] : [commandOf(page, told)];
  });
}

function commandOf(page: string, line: string): DocumentedCommand {
  const [program = '', ...words] = line.split(' ').filter(Boolean);
  const options = [...line.matchAll(/(?<=[ [])--[a-z][a-z-]*/g)].map(([option]) => option);
  return { page, line, program, words, options };
}
