import { Combobox } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { SearchCompletion } from './completions-query.ts';

const PREFIX = 'complete:';

/** Returns the search text of a selected option; undefined for an option that is not a continuation. */
export const completedText = (option: string): string | undefined =>
  option.startsWith(PREFIX) ? option.slice(PREFIX.length) : undefined;

/** Returns the text of the search box after a continuation was selected. After a value, the next term begins. */
export const toSearchText = ({ kind, text }: SearchCompletion): string =>
  kind === 'value' ? `${text} ` : text;

/** Shows a continuation of a search text as an option. */
export function CompletionOption({ completion }: { completion: SearchCompletion }) {
  const { label, title } = completion;
  return (
    <Combobox.Option value={PREFIX + toSearchText(completion)}>
      <span className="mw-hit">
        <IconFilter size={18} aria-hidden />
        <span className="mw-hit-text">
          <span>{label}</span>
          <small>{title}</small>
        </span>
      </span>
    </Combobox.Option>
  );
}
