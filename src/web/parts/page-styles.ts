import { readStyleNonce } from '../style-nonce.ts';

/**
 * Adds a page's own styles to the document once, when the page is first opened. They come as text within the
 * page's chunk: a stylesheet that is linked would be fetched by everybody at the first load.
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
