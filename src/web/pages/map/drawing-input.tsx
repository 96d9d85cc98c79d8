import { useId } from 'react';

const TYPES = '.png,.jpg,.jpeg,.gif,.webp,.svg';

interface DrawingInputProps {
  label: string;
  /** Set when there is a drawing already. */
  has: boolean;
  error?: string;
  onFile: (file: File | null) => void;
}

/** Lets the user choose the drawing of a level for a theme. */
export function DrawingInput({ label, has, error, onFile }: DrawingInputProps) {
  const id = useId();
  return (
    <div className="mw-file">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={TYPES}
        aria-describedby={`${id}-help`}
        aria-invalid={error !== undefined}
        onChange={(event) => onFile(event.currentTarget.files?.[0] ?? null)}
      />
      <div id={`${id}-help`} className="mw-small mw-muted">
        {has
          ? 'Choose a file to replace the current floor plan.'
          : 'PNG, JPEG, WebP, GIF or SVG up to 32 MB.'}
      </div>
      {error && (
        <div role="alert" className="mw-small mw-file-error">
          {error}
        </div>
      )}
    </div>
  );
}
