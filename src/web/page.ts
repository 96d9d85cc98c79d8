import type { ComponentType } from 'react';

/**
 * A page that is loaded when it is first opened. `path` is a router pattern below the mount point, for
 * example `/map` or `/map/$levelid`.
 */
export interface WebPage {
  path: string;
  load: () => Promise<ComponentType>;
  /**
   * Omits the navigation and the top bar with its sign-in, as for kiosks, displays and one-time links. Kiosk
   * pages are built from the parts in `src/web/floor`; `plugins/usb/web` is an example.
   */
  bare?: boolean;
  /**
   * Required permission, or `admin` for admins only, or `login` for all signed-in users. Other users get an
   * explanation and no controls. Absent for pages that are open to all.
   */
  needs?: string;
  /**
   * Section of the manual about the page, as chapter and fragment (`agents#approve-pcs`). Absent for pages
   * without a header.
   */
  help?: string;
}
