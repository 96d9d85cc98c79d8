import { lineNumberOf, readSources } from './source-files.ts';

const longestFile = 400;
const unfinished = [/\b(TODO|FIXME)\b/g, /\b(coming soon|lorem)\b/gi];

/** Lists files that are too long without a reason on their first line (`// Long: …`). */
export function findLongFiles(): string[] {
  return readSources('{src,plugins,build,test}/**/*.{ts,tsx,mjs,css}').flatMap(({ path, text }) => {
    const lines = text.split('\n').length;
    const excused = /^(\/\/|\/\*) Long: \S/.test(text);
    return lines > longestFile && !excused
      ? [`${path} has ${lines} lines: split it, or say why on line 1.`]
      : [];
  });
}

/** Lists marks of unfinished work. */
export function findUnfinishedPlaces(): string[] {
  const files = readSources(
    '{src,plugins}/**/*.{ts,tsx,css,html,md,sql}',
    'assets/**/*.{txt,html,md,json,csv,svg,xml}',
  );
  return files.flatMap(({ path, text }) =>
    unfinished
      .flatMap((pattern) => [...text.matchAll(pattern)])
      .map((match) => `${path}:${lineNumberOf(text, match.index)} says "${match[0]}".`),
  );
}
