import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Failure } from './failure.tsx';
import type { FormState } from './use-form.ts';

interface FormProps<V> {
  form: FormState<V>;
  className?: string;
  /** The fields, and the button that sends them. */
  children: ReactNode;
}

/** A form whose refusals stand beside their fields, or above all of them; the first wrong field gets the focus. */
export function Form<V>({ form, className = 'mw-stack', children }: FormProps<V>) {
  const element = useRef<HTMLFormElement>(null);
  const { failures, busy, submit } = form;
  useEffect(() => {
    if (failures > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failures]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void submit();
  };
  return (
    <form ref={element} className={className} onSubmit={send} noValidate>
      <Failure>{form.failure}</Failure>
      {children}
    </form>
  );
}
