import { Modal, type ModalProps } from '@mantine/core';
import { useEffect } from 'react';

/** A modal that is open as long as it is mounted, and then gives the focus back to where it was, or to the page. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened {...props} />;
}

/** Mantine gives the focus back only from a modal or a drawer that stays mounted while it is closed. */
export function useFocusBack(): void {
  useEffect(() => {
    // The focus is not moved into the dialog before this has run; one that follows another finds it given back.
    const opener = document.activeElement;
    return () => {
      const isFree = document.activeElement === null || document.activeElement === document.body;
      // The button may be gone: that of an empty list goes when the list has its first row.
      const next = opener?.isConnected && opener !== document.body ? opener : document.getElementById('main');
      if (isFree && next instanceof HTMLElement) next.focus({ preventScroll: true });
    };
  }, []);
}
