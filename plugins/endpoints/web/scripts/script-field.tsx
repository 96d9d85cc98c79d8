import '../endpoint-styles.ts';
import { Button, Input } from '@mantine/core';
import { IconTerminal } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useMe } from '../../../../src/web/api/queries.ts';
import type {
  FieldRenderer,
  PluginFieldInputProps,
  PluginFieldValueProps,
} from '../../../../src/web/plugin-parts.tsx';
import { RunModal } from '../commands/run-modal.tsx';
import { mayIssue } from '../labels.ts';

const MAX_ROWS = 28;
const LEAST_ROWS = 12;

const numbersOf = (text: string): string =>
  Array.from({ length: text.split('\n').length }, (_, line) => line + 1).join('\n');

/**
 * Shows the text of a script in a fixed-width font with line numbers. Users with the permission can run it
 * from here, unless the record is a revision without a script ID.
 */
export function ScriptText({ value, record }: PluginFieldValueProps) {
  const text = String(value ?? '');
  return (
    <div className="mw-stack" style={{ gap: 12 }}>
      <div className="mw-script-text">
        <div className="mw-script-lines" aria-hidden>
          {numbersOf(text)}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable with the keyboard */}
        <pre tabIndex={0}>{text}</pre>
      </div>
      {record.scriptid !== undefined && record.isactive !== false && (
        <RunScript scriptid={String(record.scriptid)} />
      )}
    </div>
  );
}

function RunScript({ scriptid }: { scriptid: string }) {
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  if (!mayIssue(me, 'run_script')) return null;
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconTerminal size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Run script
      </Button>
      {isOpen && (
        <RunModal target="scope" action="run_script" scriptid={scriptid} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}

/** Shows a text area with line numbers in which Tab indents. After Escape, Tab moves the focus again. */
export function ScriptField({ field, value, error, onChange }: PluginFieldInputProps) {
  const id = useId();
  const lines = useRef<HTMLDivElement>(null);
  const leaves = useRef(false);
  const text = String(value ?? '');
  const rows = Math.min(MAX_ROWS, Math.max(LEAST_ROWS, text.split('\n').length + 1));
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Tab' && !event.shiftKey && !leaves.current) {
      event.preventDefault();
      // Inserts the tab as if typed, so that Ctrl+Z undoes it.
      document.execCommand('insertText', false, '\t');
    }
    leaves.current = event.key === 'Escape';
  };
  return (
    <Input.Wrapper
      label={field.title}
      required={field.required}
      labelProps={{ htmlFor: id }}
      description="PowerShell on Windows, sh on Linux. Tab indents. Press Escape, then Tab to leave the field."
      error={error}
    >
      <div className="mw-script-text" data-wrong={error ? true : undefined} style={{ marginBlock: 4 }}>
        <div ref={lines} className="mw-script-lines" style={{ height: rows * 20 + 16 }} aria-hidden>
          {numbersOf(text)}
        </div>
        <textarea
          id={id}
          name={field.name}
          aria-invalid={error ? true : undefined}
          rows={rows}
          maxLength={field.max}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          style={{ height: rows * 20 + 16, resize: 'none' }}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value || null)}
          onKeyDown={onKeyDown}
          onScroll={(event) => lines.current?.scrollTo({ top: event.currentTarget.scrollTop })}
        />
      </div>
    </Input.Wrapper>
  );
}

export const script: FieldRenderer = { value: ScriptText, input: ScriptField };
