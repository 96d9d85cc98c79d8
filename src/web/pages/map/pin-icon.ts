import { DivIcon } from 'leaflet';
import type { Tone } from '../../state-style.ts';
import { findWorstTone, type Spot } from './clusters.ts';

/** What a pin shows. */
export interface Pin extends Spot {
  icon: string;
  label: string;
  /** Read aloud and shown on hover. */
  title: string;
  isselected: boolean;
  /** Awaits or has passed its review; absent outside a round. */
  review?: 'due' | 'done';
}

/** Copies of drawn icons by name: `type:<icon>` and `tone:<tone>`. */
export type IconSource = (name: string) => SVGElement | null;

const SIZE = 30;
const ORDER: Tone[] = ['critical', 'warning', 'busy', 'info', 'neutral', 'off', 'good'];

function part(tag: string, className: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  return element;
}

/** Changes exactly when the pin would look different. */
export const pinStateKey = (pin: Pin): string =>
  [pin.icon, pin.tone, pin.title, pin.isselected, pin.review].join('|');

/** A pin: the type's icon in a ring of the status's colour, with the status's own sign unless all is well. */
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

/** How many are here; the ring shows the shares of their states, the sign the worst of them. */
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

/** The shares as a `conic-gradient`. */
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
