import type { ComponentType } from 'react';

/**
 * A page that is loaded when it is first opened. `path` is a router pattern below the mount point, for example
 * `/map` or `/map/$levelid`.
 */
export interface WebPage {
  path: string;
  load: () => Promise<ComponentType>;
  /** Without navigation, top bar and sign-in: kiosks, displays, one-time links. */
  bare?: boolean;
  /** A permission, `admin`, `login`: whoever has it not is told so, and offered nothing. Absent means everybody. */
  needs?: string;
}
