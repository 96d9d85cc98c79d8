import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

export interface SearchBoxProps extends Omit<TextInputProps, 'onChange' | 'leftSection'> {
  /** What it searches in, for example `Search in users`; also the placeholder unless there is another. */
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** One line that narrows what stands below it. */
export function SearchBox({ label, onChange, ...rest }: SearchBoxProps) {
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  );
}
