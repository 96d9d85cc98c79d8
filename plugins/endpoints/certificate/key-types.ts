/** The kinds of new keys for a request. */
export const KEY_TYPES = ['ec-p256', 'rsa-2048', 'rsa-3072'] as const;
