import { Combobox, useCombobox } from '@mantine/core';
import { useRef } from 'react';
import { SearchBox, type SearchBoxProps } from '../parts/search-box.tsx';
import { CompletionOption, completedText } from './completion-option.tsx';
import { useCompletions } from './completions-query.ts';
import { SearchTerms } from './search-terms.tsx';

interface SearchLanguageBoxProps extends SearchBoxProps {
  /** The name of the register whose list is searched; without it the search is the global one. */
  list?: string;
  /** Called for Enter, unless it selects an option. */
  onEnter?: () => void;
}

/**
 * Shows a search box that offers keys and values for the term that is typed, and the terms with a key as
 * chips.
 */
export function SearchLanguageBox({ list, value, onChange, onEnter, ...rest }: SearchLanguageBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { completions, keys } = useCompletions(value, list);
  return (
    <>
      <Combobox
        store={combobox}
        onOptionSubmit={(option) => {
          onChange(completedText(option) ?? '');
          combobox.resetSelectedOption();
        }}
        withinPortal={false}
        shadow="md"
        offset={4}
      >
        <Combobox.Target>
          <SearchBox
            ref={input}
            autoComplete="off"
            spellCheck={false}
            {...rest}
            value={value}
            onChange={(next) => {
              onChange(next);
              combobox.openDropdown();
              combobox.resetSelectedOption();
            }}
            onBlur={() => combobox.closeDropdown()}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() >= 0) return;
              combobox.closeDropdown();
              onEnter?.();
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={completions.length === 0}>
          <Combobox.Options className="mw-hits" aria-label="Fields and values">
            {completions.map((completion) => (
              <CompletionOption key={completion.text} completion={completion} />
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <SearchTerms text={value} keys={keys} input={input} onText={onChange} />
    </>
  );
}
