import { type RefObject, useRef, useState } from 'react';
import { errorMessage, fieldErrorsOf } from '../api/api-error.ts';

export interface FormOptions<V> {
  /**
   * Initial values of the fields, under the names of the API. Later changes of this object have no effect.
   */
  initial: V;
  /** Sends the values. An error appears beside the fields that it names, otherwise above all fields. */
  save: (values: V) => Promise<void>;
  /** Returns the names of the fields that show their errors. By default those of `initial`. */
  listFields?: (values: V) => readonly string[];
}

type KeysOfType<V, T> = { [K in keyof V]-?: V[K] extends T ? K : never }[keyof V];
type ValueEvent = { currentTarget: { value: string } };
type CheckedEvent = { currentTarget: { checked: boolean } };

/** The state of a form: values, errors and saving. `FormModal` and `Form` render it. */
export interface FormState<V> {
  values: V;
  set: <K extends keyof V>(name: K, value: V[K]) => void;
  /** Error messages by field. A field that changes loses its message. */
  errors: Partial<Record<keyof V, string>>;
  /** Error message that belongs to no field; null without one. */
  failure: string | null;
  /** Number of failed attempts. */
  failures: number;
  busy: boolean;
  dirty: boolean;
  /** Reports whether the value of a field differs from its initial value. */
  isChanged: (name: keyof V) => boolean;
  /** Saves the values, and returns whether it succeeded. Never rejects, because the form shows the error. */
  submit: () => Promise<boolean>;
  /**
   * Runs another action that may fail, for example deleting the edited record. An error is shown like one of
   * saving.
   */
  attempt: (act: () => Promise<void>) => Promise<boolean>;
  /** Like `attempt`, for an action after which the input is no longer needed. */
  end: (act: () => Promise<void>) => Promise<boolean>;
  /** Called after the form is saved or ended. */
  onEnd: RefObject<(() => void) | null>;
  /** Resets the fields to their initial values. Errors stay. */
  reset: () => void;
  /** Properties of an input with a text value. */
  text: (name: KeysOfType<V, string>) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: ValueEvent) => void;
  };
  /** Properties of a `DateInput`. */
  date: (name: KeysOfType<V, string>) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (value: string) => void;
  };
  /** Properties of a checkbox. */
  check: (name: KeysOfType<V, boolean>) => {
    name: string;
    checked: boolean;
    error: string | undefined;
    onChange: (event: CheckedEvent) => void;
  };
}

/**
 * Returns the state of a form with few fields. Registers use `RecordForm` instead, which is generated from
 * the descriptor.
 */
export function useForm<V extends object>({ initial, save, listFields }: FormOptions<V>): FormState<V> {
  const [first] = useState(initial);
  const [values, setValues] = useState(initial);
  const [sent, setSent] = useState(initial);
  const { thrown, failures, busy, attempt } = useAttempt();
  // A field that changed after an error counts as valid until it is sent again.
  const wrong = Object.entries(fieldErrorsOf(thrown)) as [keyof V, string][];
  const errors = Object.fromEntries(
    wrong.filter(([name]) => values[name] === sent[name]),
  ) as FormState<V>['errors'];
  const send = (act: () => Promise<void>) => {
    setSent(values);
    return attempt(act);
  };
  const onEnd = useRef<(() => void) | null>(null);
  const end = async (act: () => Promise<void>) => {
    const isDone = await send(act);
    if (isDone) onEnd.current?.();
    return isDone;
  };
  const put = (name: keyof V, value: unknown) => setValues((now) => ({ ...now, [name]: value }));
  const isChanged = (name: keyof V) => values[name] !== first[name];
  const field = (name: keyof V) => ({ name: String(name), error: errors[name] });
  return {
    values,
    set: put,
    errors,
    failure: thrown === null ? null : failureText(thrown, listFields?.(values) ?? Object.keys(first)),
    failures,
    busy,
    dirty: (Object.keys(values) as (keyof V)[]).some(isChanged),
    isChanged,
    submit: () => end(() => save(values)),
    attempt: send,
    end,
    onEnd,
    reset: () => setValues(first),
    text: (name) => ({
      ...field(name),
      value: String(values[name]),
      onChange: (event) => put(name, event.currentTarget.value),
    }),
    date: (name) => ({
      ...field(name),
      value: String(values[name]),
      onChange: (value) => put(name, value),
    }),
    check: (name) => ({
      ...field(name),
      checked: values[name] === true,
      onChange: (event) => put(name, event.currentTarget.checked),
    }),
  };
}

function useAttempt() {
  const [thrown, setThrown] = useState<unknown>(null);
  const [failures, setFailures] = useState(0);
  const [busy, setBusy] = useState(false);
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true);
    setThrown(null);
    try {
      await act();
      return true;
    } catch (error) {
      setThrown(error);
      setFailures((count) => count + 1);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { thrown, failures, busy, attempt };
}

/**
 * Returns the messages that no field shows, such as those for fields that the form does not have. Returns
 * null when the fields show all of them.
 */
export function failureText(thrown: unknown, fields: readonly string[]): string | null {
  const named = Object.entries(fieldErrorsOf(thrown));
  if (named.length === 0) return errorMessage(thrown);
  const elsewhere = named.filter(([name]) => !fields.includes(name)).map(([, message]) => message);
  return elsewhere.length > 0 ? elsewhere.join(' ') : null;
}
