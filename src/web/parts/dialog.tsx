import { Modal, type ModalProps } from '@mantine/core';
import { useEffect } from 'react';

/**
 * Shows a modal that is open while it is mounted. Then the focus returns to the previous element, or to the
 * page.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened {...props} />;
}

/**
 * Restores the focus on unmount. Mantine does that only for a modal or drawer that stays mounted while it is
 * closed.
 */
export function useFocusBack(): void {
  useEffect(() => {
    // Runs before the focus moves into the dialog. If this dialog follows another one, the focus has already
    // returned from that one.
    const opener = document.activeElement;
    return () => {
      const isFree = document.activeElement === null || document.activeElement === document.body;
      // The button may be gone. For example, the button of an empty list disappears with the first row.
      const next = opener?.isConnected && opener !== document.body ? opener : document.getElementById('main');
      if (isFree && next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
  }, []);
}
