/**
 * Names of printers and drivers that a batch file can hold: letters and digits of every alphabet, blanks and `._-+#()[]`.
 * Everything that cmd.exe or PowerShell may read as a command stays out: quotes, `%`, `!`, `^`, `&`, `|`, `<`, `>`, `;`,
 * `,`, `=`, `@`, `$`, backticks, line ends and other control characters. The file runs as administrator.
 */
export const SAFE_NAME = /^[\p{L}\p{N}([][\p{L}\p{M}\p{N} ._+#()[\]-]{0,127}$/u;

/** Runs of characters that mean themselves within single quotes of PowerShell, in every code page of cmd.exe. */
const RUNS = /([A-Za-z0-9 ._+#()[\]-]+)|[\s\S]/g;

/**
 * Returns a safe name as a string of PowerShell in ASCII: cmd.exe reads a batch file in the code page of the console, so
 * other letters are written by their numbers, for example `('B'+[char]252+'ro (EG)')`.
 */
export function quotePowershell(name: string): string {
  const parts = [...name.matchAll(RUNS)].map(([one, run]) =>
    run === undefined ? `[char]${one.charCodeAt(0)}` : `'${run}'`,
  );
  if (parts.length === 1 && parts[0]!.startsWith("'")) return parts[0]!;
  // A string first: a number or a character would be added up.
  return `(${parts[0]?.startsWith("'") ? '' : "''+"}${parts.join('+')})`;
}

/** Returns a pattern that matches this name alone: in patterns square brackets enclose a set of letters. */
export const patternOf = (name: string): string => quotePowershell(name.replace(/[[\]]/g, '`$&'));

/** Returns a safe name in ASCII, to be shown: letters lose their accents, and others become question marks. */
export const asciiName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, '?');
