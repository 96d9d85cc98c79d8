/** Milliseconds after which something that is waited for hangs. No test passes or fails by its duration. */
export const HANG_MS = 120_000;

/**
 * The same for one step in a page. It ends before the test does: Bun ends the processes of a test that is out of time, and
 * with them the appliance of the other tests of its file.
 */
export const PAGE_HANG_MS = HANG_MS - 15_000;
