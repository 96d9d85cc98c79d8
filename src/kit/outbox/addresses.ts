const ADDRESS = /^[^\s@,;:<>()[\]"\\]{1,64}@[^\s@,;:<>()[\]"\\]{1,190}$/;
const MAX_SHOWN_LENGTH = 60;

/**
 * Reports whether the text is one plain email address. Anything that could be read as a group, a list or
 * another header is not.
 */
export const isPlainAddress = (text: string): boolean => ADDRESS.test(text);

/**
 * Returns the addresses in a list, separated by commas, semicolons or white space. They are not validated.
 */
export const parseAddressList = (list: string): string[] => list.split(/[,;\s]+/).filter(Boolean);

/**
 * Returns the error in a list of recipients as the end of a sentence, or undefined for a valid or empty list.
 */
export function validateRecipients(list: string): string | undefined {
  const wrong = parseAddressList(list).find((text) => !isPlainAddress(text));
  return wrong === undefined
    ? undefined
    : `must be email addresses separated by commas. "${wrong.slice(0, MAX_SHOWN_LENGTH)}" is not an email address.`;
}

/**
 * Returns the error in a sender as the end of a sentence. Returns undefined for a valid address, alone or
 * after a name.
 */
export function validateSender(text: string): string | undefined {
  const address = /^[^<>\r\n]{0,200}<([^<>]{1,255})>$/.exec(text)?.[1] ?? text;
  return isPlainAddress(address)
    ? undefined
    : 'must be an email address such as plant@example.com, or Plant <plant@example.com>.';
}
