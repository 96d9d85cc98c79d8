import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Failure } from './failure.tsx';
import type { FormState } from './use-form.ts';

interface FormProps<V> {
  form: FormState<V>;
  className?: string;
  /** The fields and the button that submits them. */
  children: ReactNode;
}

const FIELD =
  'input:not([type=hidden], [type=file], [type=checkbox], [type=radio], :disabled), select:not(:disabled), textarea:not(:disabled)';

/**
 * Renders a form, which Ctrl+Enter also submits. Errors appear beside their fields or above all fields. After
 * a failed save the first invalid field gets the focus.
 */
export function Form<V>({ form, className = 'mw-stack', children }: FormProps<V>) {
  const element = useRef<HTMLFormElement>(null);
  const { failures, busy, submit } = form;
  useEffect(() => {
    if (failures > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);
  // Marks the first field, because a dialog would otherwise focus its close button.
  useEffect(() => {
    const form = element.current;
    if (!form?.querySelector('[data-autofocus]'))
      form?.querySelector(FIELD)?.setAttribute('data-autofocus', '');
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) element.current?.requestSubmit();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void submit();
  };
  return (
    <form ref={element} className={className} onSubmit={send} onKeyDown={onKeyDown} noValidate>
      <Failure>{form.failure}</Failure>
      {children}
    </form>
  );
}
