import { codeBlocksOf, proseOf } from './pages.ts';

/** A command in a documentation page, on one line. */
export interface DocumentedCommand {
  page: string;
  line: string;
  /** The program that starts it, such as npm or millwright. */
  program: string;
  words: string[];
  /** The names of its options, including the dashes. */
  options: string[];
}

const PROGRAMS = 'npm|npx|node|millwright|bun|node_modules/\\S+';
const COMMAND = new RegExp(`^(?:\\$ )?(?:[A-Z_]+=\\S+ )*((?:${PROGRAMS})(?: .*)?)$`);

/** Returns the commands of a page, in code blocks and inline code. */
export function commandsOf(page: string): DocumentedCommand[] {
  const blocks = codeBlocksOf(page).flatMap(({ code }) => code.split('\n'));
  const inline = [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);
  return [...blocks, ...inline].flatMap((line) => {
    // A placeholder may contain spaces. Text after a # or two spaces is an explanation.
    const plain = line.trim().replace(/<[^>]*>/g, 'VALUE');
    const text = COMMAND.exec(plain.replace(/ +# .*| {2,}\S.*/, ''))?.[1];
    return text === undefined ? [] : [commandOf(page, text)];
  });
}

function commandOf(page: string, line: string): DocumentedCommand {
  const [program = '', ...words] = line.split(' ').filter(Boolean);
  const options = [...line.matchAll(/(?<=[ [])--[a-z][a-z-]*/g)].map(([option]) => option);
  return { page, line, program, words, options };
}
