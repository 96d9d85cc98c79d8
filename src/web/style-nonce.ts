/** What a style that is made at run time must show: the server puts it into each page and names it in its policy. */
export const readStyleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce ?? '';

/** Libraries that add styles by themselves (the scroll lock of dialogs) look for it under this name. */
export function publishStyleNonce(): void {
  (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = readStyleNonce();
}
