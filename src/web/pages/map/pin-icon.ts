import { DivIcon } from 'leaflet';
import type { Tone } from '../../state-style.ts';
import { findWorstTone, type Spot } from './clusters.ts';

/** The content of a pin. */
export interface Pin extends Spot {
  icon: string;
  label: string;
  /** Text for screen readers, also shown on hover. */
  title: string;
  isselected: boolean;
  /** Review state; absent outside a review. */
  review?: 'due' | 'done';
}

/** Returns a copy of a rendered icon by name, `type:<icon>` or `tone:<tone>`; null for an unknown one. */
export type IconSource = (name: string) => SVGElement | null;

const SIZE = 30;
const ORDER: Tone[] = ['critical', 'warning', 'busy', 'info', 'neutral', 'off', 'good'];

function part(tag: string, className: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

/** Returns a key that changes when the pin would look different. */
export const pinStateKey = (pin: Pin): string =>
  [pin.icon, pin.tone, pin.title, pin.isselected, pin.review].join('|');

/**
 * Returns a pin: the icon of the type in a ring in the color of the status. The sign of the status is added
 * unless its tone is good. A pin that has passed its review has the sign for good.
 */
export function pinIcon(pin: Pin, stamps: IconSource): DivIcon {
  const html = part('span', 'mw-pin');
  html.dataset.tone = pin.tone;
  if (pin.isselected) html.dataset.selected = '';
  if (pin.review) html.dataset.review = pin.review;
  const type = stamps(`type:${pin.icon}`);
  if (type) html.append(type);
  const sign =
    pin.review === 'done' ? stamps('tone:good') : pin.tone === 'good' ? null : stamps(`tone:${pin.tone}`);
  if (sign) {
    const badge = part('span', 'mw-pin-sign');
    badge.append(sign);
    html.append(badge);
  }
  const label = part('span', 'mw-pin-label');
  label.textContent = pin.label;
  html.append(label);
  return new DivIcon({ html, className: 'mw-pin-box', iconSize: [SIZE, SIZE] });
}

/**
 * Returns the icon of a cluster with its number of pins, in thousands from 1,000 on. The ring shows the
 * shares of their states. A sign is added when the worst state is critical or warning.
 */
export function clusterIcon(pins: readonly Pin[], stamps: IconSource): DivIcon {
  const html = part('span', 'mw-cluster');
  html.style.setProperty('--mw-shares', sharesOf(pins));
  const count = part('span', 'mw-cluster-count');
  count.textContent = pins.length > 999 ? `${Math.floor(pins.length / 1000)}k` : String(pins.length);
  html.append(count);
  const worst = findWorstTone(pins);
  const sign = worst === 'critical' || worst === 'warning' ? stamps(`tone:${worst}`) : null;
  if (sign) {
    const badge = part('span', 'mw-pin-sign');
    badge.append(sign);
    html.append(badge);
  }
  const size = pins.length > 99 ? 46 : pins.length > 9 ? 40 : 36;
  return new DivIcon({ html, className: 'mw-pin-box', iconSize: [size, size] });
}

/** Returns the shares as a `conic-gradient`. */
function sharesOf(pins: readonly Pin[]): string {
  let angle = 0;
  const parts = ORDER.flatMap((tone) => {
    const share = pins.filter((pin) => pin.tone === tone).length / pins.length;
    if (share === 0) return [];
    const from = angle;
    angle += share * 360;
    return [`var(--mw-${tone}) ${from.toFixed(1)}deg ${angle.toFixed(1)}deg`];
  });
  return `conic-gradient(${parts.join(', ')})`;
}
