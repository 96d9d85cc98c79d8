import { Modal, type ModalProps } from '@mantine/core';
import { useEffect } from 'react';

/** Shows a modal that is open while it is mounted. On unmount the focus returns as with `useFocusBack`. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened {...props} />;
}

/**
 * Returns the focus to the previous element on unmount, or to the page when that element is gone. Leaves the
 * focus when another element has it by then. Mantine does that only for a modal or drawer that stays mounted
 * while it is closed.
 */
export function useFocusBack(): void {
  useEffect(() => {
    // Runs before the focus moves into the dialog. If this dialog follows another one, the focus has already
    // returned from that one.
    const opener = document.activeElement;
    return () => {
      const isFree = document.activeElement === null || document.activeElement === document.body;
      // The element that opened the dialog may be gone. For example, the button of an empty list disappears
      // with the first row.
      const next = opener?.isConnected && opener !== document.body ? opener : document.getElementById('main');
      if (isFree && next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
  }, []);
}
