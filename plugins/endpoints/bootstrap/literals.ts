/**
 * A text as one literal of PowerShell. Whatever stands in it is that text: PowerShell reads nothing inside of single
 * quotes but the quote itself, twice. It takes the curly ones for the same.
 */
export const powershellLiteral = (text: string): string => `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;

/** A text as one word of sh. Nothing ends single quotes but their own, which stands between two such words. */
export const shLiteral = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
