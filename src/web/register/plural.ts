import type { RegisterDescriptor } from '../../kit/resource/descriptor.ts';
import { toSentenceForm } from '../../kit/sentence-form.ts';

/**
 * Returns the plural name of records for the middle of a sentence. "All assets" becomes "assets"; "PCs"
 * stays.
 */
export const pluralName = ({ title }: RegisterDescriptor): string =>
  toSentenceForm(title).replace(/^all /, '');

/** Returns the number of records with their name for the middle of a sentence: "1 asset", "1,200 assets". */
export const countOf = (register: RegisterDescriptor, count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? toSentenceForm(register.titleone) : pluralName(register)}`;
