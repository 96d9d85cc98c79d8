const REMEMBERED = 16;
/** Whoever closes something gives the focus back by himself a moment later; only then it is lost. */
const PATIENCE_MS = 80;
/** As long as a page may take to come. */
const MAX_TRIES = 120;

/**
 * Gives the focus back when what had it goes away or is switched off: a chosen filter, the Undo of a message, a Save
 * button that has done its work. It returns to what was used before and is still there; on a new page it goes to the
 * heading. Answers what ends this.
 */
export function restoreLostFocus(): () => void {
  /** What had the focus, the latest last. */
  let trail: HTMLElement[] = [];
  let page = location.pathname;
  let timer = 0;
  let tries = 0;

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    trail = [...trail.filter((one) => one !== target), target].slice(-REMEMBERED);
    page = location.pathname;
  };
  // A click beside everything takes the focus away on purpose.
  const forget = ({ target }: PointerEvent) => {
    if (target instanceof Element && !target.closest(FOCUSABLE)) trail = [];
  };
  const isLost = () =>
    trail.length > 0 && (document.activeElement === null || document.activeElement === document.body);
  const giveBack = () => {
    timer = 0;
    if (!isLost()) return;
    const latest = trail.at(-1)!;
    // A button that is at work will be back, or makes room for what came of it.
    if (latest.isConnected && latest.matches(':disabled[data-loading]')) return;
    const earlier = page === location.pathname ? trail.findLast(isUsable) : undefined;
    // A page that goes on to another one has no heading yet.
    (earlier ?? headingOf() ?? (tries < MAX_TRIES ? null : document.getElementById('main')))?.focus({
      preventScroll: true,
    });
    if (isLost() && tries++ <= MAX_TRIES) timer = window.setTimeout(giveBack, PATIENCE_MS);
    else tries = 0;
  };
  const watcher = new MutationObserver(() => {
    const latest = trail.at(-1);
    // The browser takes the focus from what was switched off a moment after this.
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

const headingOf = (): HTMLElement | null => document.querySelector<HTMLElement>('#main h1');
