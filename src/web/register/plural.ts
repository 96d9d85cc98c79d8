import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';

/** A title within a sentence: "Network device" becomes "network device", "USB device" stays so. */
export const toSentenceForm = (title: string): string =>
  title.replace(/\b[A-Z](?![A-Z])/g, (letter) => letter.toLowerCase());

/** What the records are called within a sentence: the list of everything is titled "All assets"; PCs stay PCs. */
export const pluralName = ({ title }: RegisterDescriptor): string =>
  toSentenceForm(title).replace(/^all /, '');
