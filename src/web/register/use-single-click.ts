import { type MouseEvent, useEffect, useRef } from 'react';

/** The time in which a second click makes a double click. */
const DOUBLE_CLICK_MS = 250;

/** Runs the action of a click unless a second click follows. */
export interface SingleClick {
  afterClick: (event: MouseEvent, action: () => void) => void;
  cancel: () => void;
}

/** Returns functions that tell a single click from a double click. */
export function useSingleClick(): SingleClick {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    afterClick: (event, action) => {
      cancel();
      if (event.detail <= 1) timer.current = setTimeout(action, DOUBLE_CLICK_MS);
    },
    cancel,
  };
}
