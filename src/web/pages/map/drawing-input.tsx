const TYPES = '.png,.jpg,.jpeg,.gif,.webp,.svg';

/** Chooses the drawing of a level for a theme. */
export function DrawingInput({
  theme,
  label,
  has,
  error,
}: {
  theme: 'light' | 'dark';
  label: string;
  has: boolean;
  error?: string;
}) {
  return (
    <div className="mw-file">
      <label htmlFor={`drawing-${theme}`}>{label}</label>
      <input
        id={`drawing-${theme}`}
        name={theme}
        type="file"
        accept={TYPES}
        aria-describedby={`drawing-${theme}-help`}
      />
      <div id={`drawing-${theme}-help`} className="mw-small mw-muted">
        {has ? 'There is one; choose a file to replace it.' : 'PNG, JPEG, WebP, GIF or SVG up to 32 MB.'}
      </div>
      {error && (
        <div role="alert" className="mw-small mw-file-error">
          {error}
        </div>
      )}
    </div>
  );
}
