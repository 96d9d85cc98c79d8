import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';

/**
 * The field into which a wedge scanner types, each code with Enter, and people too. Keys that are pressed while nothing
 * else is being filled in come here. The text is read when Enter comes and never kept in state: a scanner is faster
 * than a drawing.
 */
export function ScanField({ onCode }: { onCode: (code: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const catchKeys = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const isFree =
        target instanceof HTMLElement && !target.closest('input, textarea, select, [role="dialog"]');
      if (isFree && key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey)
        field.current?.focus({ preventScroll: true });
    };
    focusQuietly(field.current);
    // Before the shortcuts of the shell, which would take the letters of a code.
    window.addEventListener('keydown', catchKeys, true);
    return () => window.removeEventListener('keydown', catchKeys, true);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const input = field.current!;
    const code = input.value.trim();
    input.value = '';
    if (code) onCode(code);
  };
  return (
    <form className="mw-stocktake-field" onSubmit={submit}>
      <TextInput
        ref={field}
        size="md"
        aria-label="Code of a label"
        placeholder="Scan or type a code"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="send"
        // A tap asks for the keyboard of the phone; a scanner does not, and it would cover the page.
        onPointerDown={() => field.current?.setAttribute('inputmode', 'text')}
        onBlur={() => field.current?.setAttribute('inputmode', 'none')}
      />
      <Button type="submit" size="md" variant="default">
        Enter
      </Button>
    </form>
  );
}

function focusQuietly(field: HTMLInputElement | null): void {
  field?.setAttribute('inputmode', 'none');
  field?.focus({ preventScroll: true });
}
