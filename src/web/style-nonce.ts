/**
 * Returns the nonce that styles need when they are created at run time. The server writes it into each page
 * and into its content security policy. The policy also blocks `style` attributes in markup that is set as
 * text.
 */
export const readStyleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce ?? '';

/**
 * Publishes the nonce under the name that libraries use for their own styles, such as the scroll lock of
 * dialogs.
 */
export function publishStyleNonce(): void {
  (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = readStyleNonce();
}
