const PLAIN = /^[^\s@,;:<>()[\]"\\]{1,64}@[^\s@,;:<>()[\]"\\]{1,190}$/;
const LONGEST_SHOWN = 60;

/** One plain e-mail address: what could be read as a group, a list or another header is none. */
export const isPlainAddress = (text: string): boolean => PLAIN.test(text);

/** The addresses of a list, as settings hold one. */
export const parseAddressList = (list: string): string[] => list.split(/[,;\s]+/).filter(Boolean);

/** What is wrong with a list of recipients, as the end of a sentence; undefined for a good one. */
export function validateRecipients(list: string): string | undefined {
  const wrong = parseAddressList(list).find((text) => !isPlainAddress(text));
  return wrong === undefined
    ? undefined
    : `are e-mail addresses with commas between them; "${wrong.slice(0, LONGEST_SHOWN)}" is none.`;
}

/** What is wrong with a sender, as the end of a sentence; undefined for an address, by itself or behind a name. */
export function validateSender(text: string): string | undefined {
  const address = /^[^<>\r\n]{0,200}<([^<>]{1,255})>$/.exec(text)?.[1] ?? text;
  return isPlainAddress(address)
    ? undefined
    : 'is an e-mail address such as plant@example.com, or Plant <plant@example.com>.';
}
