import { ActionIcon, Input, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { FieldDescriptor } from '../../kit/resource/descriptor.ts';
import { SmallButton } from '../parts/small-button.tsx';

interface TextListFieldProps {
  field: FieldDescriptor;
  value: unknown;
  error?: string;
  onChange: (value: string[] | null) => void;
}

/**
 * Edits a list of texts with one input each. Enter adds an input at the end. A list without inputs is null.
 */
export function TextListField({ field, value, error, onChange }: TextListFieldProps) {
  const items = Array.isArray(value) ? value.map(String) : [];
  const box = useRef<HTMLDivElement>(null);
  const grown = useRef(false);
  const add = () => {
    grown.current = true;
    onChange([...items, '']);
  };
  useEffect(() => {
    if (!grown.current) return;
    grown.current = false;
    box.current?.querySelector<HTMLInputElement>('.mw-rows-row:last-of-type input')?.focus();
  });
  const removeAt = (index: number) => {
    const left = items.filter((_, at) => at !== index);
    onChange(left.length > 0 ? left : null);
  };
  return (
    <Input.Wrapper label={field.title} description={field.help} error={error} labelElement="div">
      <div ref={box}>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal texts have no identity of their own
          <div key={index} className="mw-rows-row">
            <TextInput
              aria-label={`${field.title} ${index + 1}`}
              value={item}
              error={error !== undefined && item.trim() === ''}
              onChange={(event) => onChange(items.with(index, event.currentTarget.value))}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
                event.preventDefault();
                add();
              }}
            />
            <ActionIcon size={36} aria-label={`Remove row ${index + 1}`} onClick={() => removeAt(index)}>
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        ))}
      </div>
      <SmallButton className="mw-rows-add" icon={IconPlus} onClick={add}>
        Add
      </SmallButton>
    </Input.Wrapper>
  );
}
