import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';

/** What the records are called within a sentence: the list of everything is titled "All assets"; PCs stay PCs. */
export const plural = ({ title }: RegisterDescriptor): string =>
  title.replace(/\b[A-Z](?![A-Z])/g, (letter) => letter.toLowerCase()).replace(/^all /, '');
