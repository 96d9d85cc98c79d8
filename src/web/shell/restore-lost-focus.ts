const MAX_REMEMBERED = 16;
/**
 * Milliseconds before the focus counts as lost, because components that close may return the focus
 * themselves.
 */
const PATIENCE_MS = 80;
/** Maximum number of tries, which covers the time that a page takes to load. */
const MAX_TRIES = 120;

/**
 * Restores the focus when the focused element disappears or is disabled: a chosen filter, the Undo button of
 * a toast, a Save button after saving. The focus moves to the last used element that is still usable. Without
 * one, and on a new page, it moves to the heading. While a dialog is open, the focus stays in it. Returns a
 * function that stops this.
 */
export function restoreLostFocus(): () => void {
  /** The focused elements, the latest one last. */
  let trail: HTMLElement[] = [];
  let page = location.pathname;
  let timer = 0;
  let tries = 0;

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    trail = [...trail.filter((one) => one !== target), target].slice(-MAX_REMEMBERED);
    page = location.pathname;
  };
  // A click outside all controls removes the focus on purpose.
  const forget = ({ target }: PointerEvent) => {
    if (target instanceof Element && !target.closest(FOCUSABLE)) trail = [];
  };
  const isLost = () =>
    trail.length > 0 && (document.activeElement === null || document.activeElement === document.body);
  const giveBack = () => {
    timer = 0;
    if (!isLost()) return;
    const latest = trail.at(-1)!;
    // A button that is loading becomes enabled again or is replaced by the result.
    if (latest.isConnected && latest.matches(':disabled[data-loading]')) return;
    const dialog = findOpenDialog();
    const isReachable = (one: HTMLElement) => isUsable(one) && (!dialog || dialog.contains(one));
    const earlier = page === location.pathname ? trail.findLast(isReachable) : undefined;
    // A page that redirects to another one has no heading yet.
    (earlier ?? dialog ?? headingOf() ?? (tries < MAX_TRIES ? null : document.getElementById('main')))?.focus(
      {
        preventScroll: true,
      },
    );
    if (isLost() && tries++ <= MAX_TRIES) timer = window.setTimeout(giveBack, PATIENCE_MS);
    else tries = 0;
  };
  const watcher = new MutationObserver(() => {
    const latest = trail.at(-1);
    // The browser removes the focus from a disabled element a moment after this.
    const isGone = latest !== undefined && (!latest.isConnected || latest.matches(':disabled'));
    if (timer === 0 && (isGone || isLost())) timer = window.setTimeout(giveBack, PATIENCE_MS);
  });
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget);
  watcher.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
  return () => {
    window.clearTimeout(timer);
    watcher.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget);
  };
}

const FOCUSABLE = 'a, button, input, select, textarea, summary, label, [tabindex]';

const isUsable = (one: HTMLElement): boolean =>
  one.isConnected && !one.matches(':disabled') && one.getClientRects().length > 0;

/** Returns the dialog above all others; undefined without one. */
const findOpenDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1);

const headingOf = (): HTMLElement | null => document.querySelector<HTMLElement>('#main h1');
