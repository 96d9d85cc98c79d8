import { useState } from 'react';
import { errorMessage, fieldErrorsOf } from '../api/api-error.ts';

export interface FormOptions<V> {
  /** What the fields hold at first; the names are those of the API. */
  initial: V;
  /** Sends the values. What it throws is shown: beside the fields that it names, else above them all. */
  save: (values: V) => Promise<void>;
}

type Named<V, T> = { [K in keyof V]-?: V[K] extends T ? K : never }[keyof V];
type Changed = { currentTarget: { value: string } };
type Checked = { currentTarget: { checked: boolean } };

/** Values, errors and the saving of a form; `FormModal` and `Form` draw it. */
export interface FormState<V> {
  values: V;
  set: <K extends keyof V>(name: K, value: V[K]) => void;
  /** What is wrong with a field. */
  errors: Partial<Record<keyof V, string>>;
  /** What is wrong and no field shows; null when there is nothing. */
  failure: string | null;
  /** Counts the attempts that failed. */
  failures: number;
  busy: boolean;
  dirty: boolean;
  submit: () => Promise<void>;
  /** Does something else that may fail, for example deletes what is being edited. */
  attempt: (act: () => Promise<void>) => Promise<void>;
  /** Empties the fields, or puts back what they held at first. */
  reset: () => void;
  /** Properties of an input whose value is text. */
  text: (name: Named<V, string>) => {
    name: string;
    value: string;
    error: string | undefined;
    onChange: (event: Changed) => void;
  };
  /** Properties of a checkbox. */
  check: (name: Named<V, boolean>) => {
    name: string;
    checked: boolean;
    error: string | undefined;
    onChange: (event: Checked) => void;
  };
}

/** The state of a form with a few fields. A register has `RecordForm`, which is drawn from its descriptor. */
export function useForm<V extends object>({ initial, save }: FormOptions<V>): FormState<V> {
  const [first] = useState(initial);
  const [values, setValues] = useState(initial);
  const [sent, setSent] = useState(initial);
  const { thrown, failures, busy, attempt } = useAttempt();
  // A field that was changed since is not wrong until it is sent again.
  const wrong = Object.entries(fieldErrorsOf(thrown)) as [keyof V, string][];
  const errors = Object.fromEntries(
    wrong.filter(([name]) => values[name] === sent[name]),
  ) as FormState<V>['errors'];
  const send = (act: () => Promise<void>) => {
    setSent(values);
    return attempt(act);
  };
  const names = Object.keys(first) as (keyof V)[];
  const put = (name: keyof V, value: unknown) => setValues((now) => ({ ...now, [name]: value }));
  const field = (name: keyof V) => ({ name: String(name), error: errors[name] });
  return {
    values,
    set: put,
    errors,
    failure: thrown === null ? null : failureText(thrown, names.map(String)),
    failures,
    busy,
    dirty: (Object.keys(values) as (keyof V)[]).some((name) => values[name] !== first[name]),
    submit: () => send(() => save(values)),
    attempt: send,
    reset: () => setValues(first),
    text: (name) => ({
      ...field(name),
      value: String(values[name]),
      onChange: (event) => put(name, event.currentTarget.value),
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
    } catch (error) {
      setThrown(error);
      setFailures((count) => count + 1);
    } finally {
      setBusy(false);
    }
  };
  return { thrown, failures, busy, attempt };
}

/** A refusal that names fields is shown beside them; what names none of this form's needs a place too. */
function failureText(thrown: unknown, fields: string[]): string | null {
  const named = Object.entries(fieldErrorsOf(thrown));
  if (named.length === 0) return errorMessage(thrown);
  const elsewhere = named.filter(([name]) => !fields.includes(name)).map(([, message]) => message);
  return elsewhere.length > 0 ? elsewhere.join(' ') : null;
}
