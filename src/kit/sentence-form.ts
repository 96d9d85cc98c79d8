/**
 * Returns a title for the middle of a sentence: "Network device" becomes "network device", but "USB device"
 * stays.
 */
export const toSentenceForm = (title: string): string =>
  title.replace(/\b[A-Z](?![A-Z])/g, (letter) => letter.toLowerCase());

/** Returns a noun in its form for the middle of a sentence, with its article: "an asset", "a USB device". */
export const withArticle = (title: string): string =>
  `${/^[aeiou]/i.test(title) && !/^[A-Z]{2}/.test(title) ? 'an' : 'a'} ${toSentenceForm(title)}`;
