/** Milliseconds after which a wait counts as hanging. No test passes or fails by its duration. */
export const HANG_MS = 120_000;

/**
 * The same limit for one step in a page. It is shorter than that of a test. When a test times out, Bun kills
 * its processes, including the appliance of the other tests of its file.
 */
export const PAGE_HANG_MS = HANG_MS - 15_000;
