import { type KeyboardEvent as ReactKeyboardEvent, type RefObject, useEffect } from 'react';

const FIELD =
  'input:not([type=hidden], [type=file], [type=checkbox], [type=radio], :disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * Focuses the first field of a form on mount, and submits the form on Ctrl+Enter wherever the focus is, unless
 * a dialog covers the form or another form has the focus.
 */
export function useFormKeys(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (form.current) focusFirstField(form.current);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !form.current) return;
      if (isAddressed(form.current, event.target)) form.current.requestSubmit();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [form]);
}

/**
 * Keeps Enter from submitting the form while the list of an input is open, because it ends the choice. A text
 * without a match would otherwise save the form.
 */
export function keepEnterForList(event: ReactKeyboardEvent): void {
  const { key, ctrlKey, metaKey, target } = event;
  if (key !== 'Enter' || ctrlKey || metaKey) return;
  if ((target as Element).matches('[aria-haspopup=listbox][aria-controls]')) event.preventDefault();
}

function focusFirstField(form: HTMLFormElement): void {
  const first = form.querySelector<HTMLElement>('[data-autofocus]') ?? form.querySelector<HTMLElement>(FIELD);
  // A dialog moves the focus itself, to the marked field. It would otherwise focus its close button.
  if (form.closest('[role=dialog]')) {
    first?.setAttribute('data-autofocus', '');
    return;
  }
  const isTaken = document.activeElement?.closest('form, [role=dialog]');
  // On a touch screen the focus would open a keyboard over the form.
  if (!isTaken && !matchMedia('(pointer: coarse)').matches) first?.focus({ preventScroll: true });
}

function isAddressed(form: HTMLFormElement, target: EventTarget | null): boolean {
  const dialog = [...document.querySelectorAll('[role=dialog]')].at(-1);
  if (dialog && !dialog.contains(form)) return false;
  // While a dialog opens, the focus is still behind it.
  const focused = target instanceof Element ? target.closest('[data-form]') : null;
  if (focused && (!dialog || dialog.contains(focused))) return focused === form;
  return (dialog ?? document).querySelectorAll('[data-form]').length === 1;
}
