import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

export interface SearchBoxProps extends Omit<TextInputProps, 'onChange' | 'leftSection'> {
  /** Label, for example `Search in users`. Also the placeholder unless another one is set. */
  label: string;
  value: string;
  onChange: (text: string) => void;
}

/** Shows the input for a search text. Its label is also the placeholder unless another one is set. */
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
