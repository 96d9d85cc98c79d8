import { Button, type ButtonProps } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';

export interface FileButtonProps extends ButtonProps {
  /** Accepted types as in `<input type="file">`, for example `image/*`. */
  accept?: string;
  onFile: (file: File) => void;
  children: string;
}

/** Shows a button that lets the user choose one file. */
export function FileButton({ accept, onFile, children, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const pick = () => {
    const file = input.current?.files?.[0];
    if (file) onFile(file);
    // The input is cleared, so that the same file can be chosen again after a correction.
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <input ref={input} type="file" accept={accept} hidden onChange={pick} aria-label={children} />
      <Button
        variant="default"
        leftSection={<IconUpload size={16} />}
        {...rest}
        onClick={() => input.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}
