import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

interface ImportCellProps {
  /** The position of the cell: row and column. */
  at: string;
  text: string;
  isEdited: boolean;
  error: string | undefined;
  isActive: boolean;
  /** The column and the line, for screen readers. */
  label: string;
  onActive: () => void;
  onText: (text: string) => void;
  /** Called with the number of columns to move to the right; 0 keeps the cell. */
  onMove: (step: number) => void;
  /** Called for keys that do not edit. */
  onKey: (event: KeyboardEvent) => void;
}

/** Shows one cell of a file. F2, Enter, a letter, a double click or a tap opens its input. */
export function ImportCell(props: ImportCellProps) {
  const { at, text, isEdited, error, isActive, label, onActive, onText, onMove, onKey } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const finish = (save: boolean, step: number) => {
    if (save && draft !== null && draft !== text) onText(draft);
    setDraft(null);
    onMove(step);
  };
  const startByKey = (event: KeyboardEvent) => {
    const isLetter = event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (event.key === 'F2' || event.key === 'Enter') setDraft(text);
    else if (event.key === 'Delete') onText('');
    else if (isLetter) setDraft(event.key);
    else return onKey(event);
    event.preventDefault();
  };
  return (
    <td
      data-at={at}
      data-edited={isEdited || undefined}
      data-error={error ? true : undefined}
      aria-invalid={error ? true : undefined}
      aria-description={[isEdited && 'Changed.', error].filter(Boolean).join(' ') || undefined}
      title={error}
      tabIndex={isActive ? 0 : -1}
      onFocus={onActive}
      onDoubleClick={() => setDraft(text)}
      onClick={(event) => {
        if ((event.nativeEvent as PointerEvent).pointerType === 'touch' && draft === null) setDraft(text);
      }}
      onKeyDown={draft === null ? startByKey : undefined}
    >
      {draft === null ? (
        text
      ) : (
        <CellInput
          label={label}
          value={draft}
          onChange={setDraft}
          onSave={(step) => finish(true, step)}
          onCancel={() => finish(false, 0)}
          onLeave={() => {
            if (draft !== text) onText(draft);
            setDraft(null);
          }}
        />
      )}
    </td>
  );
}

interface CellInputProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Called with the number of columns to move to the right. */
  onSave: (step: number) => void;
  onCancel: () => void;
  /** Called when the focus goes elsewhere. */
  onLeave: () => void;
}

function CellInput({ label, value, onChange, onSave, onCancel, onLeave }: CellInputProps) {
  const inputRef = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => inputRef.current?.focus(), []);
  const finish = (work: () => void) => {
    isDone.current = true;
    work();
  };
  return (
    <input
      ref={inputRef}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => !isDone.current && onLeave()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') finish(onCancel);
        else if (event.key === 'Enter') finish(() => onSave(0));
        else if (event.key === 'Tab') finish(() => onSave(event.shiftKey ? -1 : 1));
        else return;
        event.preventDefault();
      }}
    />
  );
}
