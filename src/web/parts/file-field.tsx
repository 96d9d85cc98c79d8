import { CloseButton, Group, Text } from '@mantine/core';
import { FileButton } from './file-button.tsx';
import { sizeText } from './size-text.ts';

export interface FileFieldProps {
  /** Label of the button, for example `Choose the certificate`. */
  children: string;
  file: File | null;
  accept?: string;
  error?: string;
  onFile: (file: File | null) => void;
}

/** Shows the field of a file that is sent with the other fields of a form. */
export function FileField({ children, file, accept, error, onFile }: FileFieldProps) {
  return (
    <div>
      <Group gap="sm">
        <FileButton size="compact-sm" accept={accept} onFile={onFile}>
          {children}
        </FileButton>
        {file && (
          <>
            <span>
              {file.name} <span className="mw-muted">{sizeText(file.size)}</span>
            </span>
            <CloseButton size="sm" aria-label="Remove file" onClick={() => onFile(null)} />
          </>
        )}
      </Group>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}
