/** Milliseconds after which something that is waited for hangs. No test passes or fails by its duration. */
export const HANG_MS = 120_000;
