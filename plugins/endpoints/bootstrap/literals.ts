/**
 * Returns a text as a PowerShell literal. PowerShell interprets nothing in single quotes except the quote
 * itself, which is doubled. Curly quotes count as the same character.
 */
export const powershellLiteral = (text: string): string => `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;

/**
 * Returns a text as one word of sh. Only a single quote ends the quotes, so it is placed between two quoted
 * words.
 */
export const shLiteral = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
