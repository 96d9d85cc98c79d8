import type { Page } from 'playwright-core';

/**
 * Lists what users cannot press or read because of its position. These are controls outside the window,
 * clipped or covered, and text that ends without a sign of more. If dialogs or menus are open, only the
 * topmost one is examined.
 */
export const findMisplaced = (page: Page): Promise<string[]> => page.evaluate(inPage);

function inPage(): string[] {
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, [role=tab], [role=menuitem], [role=option]';
  // A drawing shows items at their real positions, so pins may overlap.
  const ELSEWHERE = '.leaflet-container, .mw-skip, .mw-visually-hidden, [aria-hidden="true"], [inert]';
  // Later rows of a list are skipped, because all rows are alike.
  const FURTHER = 'tbody > tr:nth-child(n + 5), .mw-cards > li:nth-child(n + 5)';
  const isSeen = (one: Element) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.clientWidth > 1;
  const open = [...document.querySelectorAll('[role=dialog], [role=menu], [role=listbox]')].filter(isSeen);
  const root = open.at(-1) ?? document.body;
  const nameOf = (one: Element) => {
    const name = one.getAttribute('aria-label') ?? one.textContent?.trim() ?? '';
    return `<${one.tagName.toLowerCase()} class="${one.getAttribute('class') ?? ''}"> ${name.slice(0, 60)}`;
  };
  const scrolls = (one: Element) => /auto|scroll/.test(getComputedStyle(one).overflowX);
  const hides = (one: Element) => /hidden|clip/.test(getComputedStyle(one).overflowX);

  /** Returns which ancestor clips the control, if it cannot be scrolled by hand. */
  const cutBy = (control: Element): string | null => {
    const { left, right } = control.getBoundingClientRect();
    const middle = (left + right) / 2;
    for (let outer = control.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
      if (scrolls(outer)) return null;
      const box = outer.getBoundingClientRect();
      if (hides(outer) && (middle > box.right || middle < box.left)) return `is cut off by ${nameOf(outer)}`;
    }
    return right > innerWidth + 1 || left < -1 ? `is outside the window, at ${left} to ${right}` : null;
  };
  /** Returns which element covers the middle of the control. */
  const coveredBy = (control: Element): string | null => {
    const box = control.getClientRects()[0];
    if (!box) return null;
    const topmost = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!topmost || control.contains(topmost) || topmost.contains(control)) return null;
    const label = topmost.closest('label');
    return label?.contains(control) || topmost.closest('label')?.getAttribute('for') === control.id
      ? null
      : `is under ${nameOf(topmost)}`;
  };
  /** Scrolls the control into view vertically, but not horizontally, as a user does. */
  const bringIn = (control: Element) => {
    const sideways = [...document.querySelectorAll('*')].filter((one) => one.scrollLeft > 0);
    control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { top, bottom } = control.getBoundingClientRect();
    if (top < 120 || bottom > innerHeight - 120)
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
    for (const one of document.querySelectorAll('*'))
      if (one.scrollLeft > 0 && !sideways.includes(one)) one.scrollLeft = 0;
  };
  const isInView = (control: Element) => {
    for (let outer = control.parentElement; outer; outer = outer.parentElement) {
      const box = outer.getBoundingClientRect();
      const { left, right } = control.getBoundingClientRect();
      if (scrolls(outer) && (left + right) / 2 > box.right) return false;
    }
    return true;
  };
  const faults: string[] = [];
  const controls = [...root.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (one) =>
      isSeen(one) && !one.closest(`${ELSEWHERE}, ${FURTHER}`) && !one.matches(':disabled, [data-disabled]'),
  );
  for (const control of controls) {
    const cut = cutBy(control);
    if (cut) faults.push(`${nameOf(control)} ${cut}`);
    bringIn(control);
    const covered = cut || !isInView(control) ? null : coveredBy(control);
    if (covered) faults.push(`${nameOf(control)} ${covered}`);
  }
  for (const one of root.querySelectorAll('*')) {
    if (!(one instanceof HTMLElement) || one.matches('input, textarea, select') || one.closest(ELSEWHERE))
      continue;
    if (one.scrollWidth <= one.clientWidth + 1 || !isSeen(one) || !one.innerText.trim()) continue;
    const style = getComputedStyle(one);
    const hasSign = style.textOverflow === 'ellipsis' || style.maskImage !== 'none';
    if ((hides(one) || scrolls(one)) && !hasSign) faults.push(`${nameOf(one)} is cut without a sign`);
  }
  scrollTo(0, 0);
  return [...new Set(faults)];
}
