import { readStyleNonce } from '../style-nonce.ts';

/**
 * Adds the styles of a page to the document once, when the page is first opened. They are text in the chunk
 * of the page, because every visitor would load a linked stylesheet at the first visit.
 */
export function addPageStyles(name: string, texts: readonly string[]): void {
  const id = `styles-${name}`;
  if (document.getElementById(id)) return;
  const element = document.createElement('style');
  element.id = id;
  element.nonce = readStyleNonce();
  element.textContent = texts.join('\n');
  document.head.append(element);
}
