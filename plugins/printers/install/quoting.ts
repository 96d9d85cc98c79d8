/**
 * Names of printers and drivers that are safe in a batch file: letters and digits of every alphabet, blanks
 * and `._-+#()[]`. Everything that cmd.exe or PowerShell may read as a command is excluded: quotes, `%`, `!`,
 * `^`, `&`, `|`, `<`, `>`, `;`, `,`, `=`, `@`, `$`, backticks, line breaks and other control characters. The
 * file runs as administrator.
 */
export const SAFE_NAME = /^[\p{L}\p{N}([][\p{L}\p{M}\p{N} ._+#()[\]-]{0,127}$/u;

/**
 * Matches a run of characters without a special meaning in PowerShell single quotes and in every code page of
 * cmd.exe, or any other single character.
 */
const RUNS = /([A-Za-z0-9 ._+#()[\]-]+)|[\s\S]/g;

/**
 * Returns a safe name as a PowerShell string in ASCII. cmd.exe reads a batch file in the code page of the
 * console. Other letters are therefore written by number, for example `('B'+[char]252+'ro (EG)')`.
 */
export function quotePowershell(name: string): string {
  const parts = [...name.matchAll(RUNS)].map(([one, run]) =>
    run === undefined ? `[char]${one.charCodeAt(0)}` : `'${run}'`,
  );
  if (parts.length === 1 && parts[0]!.startsWith("'")) return parts[0]!;
  // The expression starts with a string, because `+` would add numbers or characters.
  return `(${parts[0]?.startsWith("'") ? '' : "''+"}${parts.join('+')})`;
}

/**
 * Returns a PowerShell pattern that matches this name. Escapes square brackets, which enclose a character set
 * in patterns.
 */
export const patternOf = (name: string): string => quotePowershell(name.replace(/[[\]]/g, '`$&'));

/**
 * Returns a safe name in ASCII for display. Letters lose their accents; other characters become question
 * marks.
 */
export const asciiName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, '?');
