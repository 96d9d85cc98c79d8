import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Failure } from './failure.tsx';
import { keepEnterForList, useFormKeys } from './form-keys.ts';
import { useLeaveGuard } from './leave-guard.ts';
import type { FormState } from './use-form.ts';

interface FormProps<V> {
  form: FormState<V>;
  className?: string;
  /** Set when the dialog around the form asks before input is lost. */
  isGuarded?: boolean;
  /** The fields and the button that submits them. */
  children: ReactNode;
}

/**
 * Renders a form, which Ctrl+Enter also submits. Errors appear beside their fields or above all fields. After
 * a failed save the first invalid field gets the focus. Asks before the page is left with unsaved input.
 */
export function Form<V>({ form, className = 'mw-stack', isGuarded, children }: FormProps<V>) {
  const element = useRef<HTMLFormElement>(null);
  const { failures, busy, submit } = form;
  useLeaveGuard(!isGuarded && form.dirty && !busy);
  useFormKeys(element);
  useEffect(() => {
    if (failures > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A form in a dialog may belong to a field of another form, which must not be submitted too.
    event.stopPropagation();
    if (!busy) void submit();
  };
  return (
    <form
      ref={element}
      className={className}
      onSubmit={send}
      onKeyDown={keepEnterForList}
      data-form
      noValidate
    >
      <Failure>{form.failure}</Failure>
      {children}
    </form>
  );
}
