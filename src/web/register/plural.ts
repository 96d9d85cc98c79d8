import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';

/**
 * Returns a title for the middle of a sentence: "Network device" becomes "network device", but "USB device"
 * stays.
 */
export const toSentenceForm = (title: string): string =>
  title.replace(/\b[A-Z](?![A-Z])/g, (letter) => letter.toLowerCase());

/**
 * Returns the plural name of records for the middle of a sentence. "All assets" becomes "assets"; "PCs"
 * stays.
 */
export const pluralName = ({ title }: RegisterDescriptor): string =>
  toSentenceForm(title).replace(/^all /, '');
