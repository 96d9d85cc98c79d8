import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef } from 'react';

/**
 * Shows the input for codes, typed by a wedge scanner or a user and ended with Enter. It also receives keys
 * that are pressed outside of other inputs. The text is read from the element at Enter, because a scanner
 * types faster than React renders.
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
    // The listener runs in the capture phase. Otherwise the shortcuts of the shell would take letters of a
    // code.
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
        // The on-screen keyboard opens only on a tap. During scanning it would cover the page.
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
