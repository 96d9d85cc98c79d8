import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';

/** What the records are called within a sentence: the list of everything is titled "All assets". */
export const plural = ({ title }: RegisterDescriptor): string => title.toLowerCase().replace(/^all /, '');
