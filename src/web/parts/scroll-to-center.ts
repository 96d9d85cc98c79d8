/** Scrolls a bar, which is the offset parent of its items, so that the item is in its middle. */
export function scrollToCenter(bar: HTMLElement, item: HTMLElement): void {
  bar.scrollTo({
    left: item.offsetLeft + item.offsetWidth / 2 - bar.clientWidth / 2,
    top: item.offsetTop + item.offsetHeight / 2 - bar.clientHeight / 2,
  });
}
