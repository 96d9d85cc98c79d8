import { Combobox, Kbd, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SearchHit } from '../../features/search/index.ts';
import { queryClient } from '../api/query-client.ts';
import { useNavigateTo } from '../parts/app-link.tsx';
import { RegisterIcon } from '../parts/register-icon.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { toastError } from '../parts/toasts.tsx';
import { CompletionOption, completedText } from '../search/completion-option.tsx';
import { useCompletions } from '../search/completions-query.ts';
import { isNamed } from './is-named.ts';
import { usePagesNamed } from './named-pages.ts';
import { kindIcon, searchQuery, subtitleOf } from './search-hits.ts';

export const GLOBAL_SEARCH_ID = 'mw-global-search';
const MAX_HITS = 8;
const MAX_PAGES = 3;
/** The maximum number of keys that are offered beside hits. */
const MAX_KEYS = 3;

/**
 * Searches all records and the pages of the menu, and offers keys and values. Pages come before records that
 * contain the words with a typing error only. Enter opens the first record or page, else the search page. A
 * scanner sends Enter faster than the debounce, so Enter sends a request of its own.
 */
export function GlobalSearch() {
  const go = useNavigateTo();
  const [text, setText] = useState('');
  const [debouncedText] = useDebouncedValue(text, 120);
  const input = useRef<HTMLInputElement>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { data: hits = [], isFetching } = useQuery(searchQuery(debouncedText));
  const pages = usePagesNamed(text).slice(0, MAX_PAGES);
  const { completions, keys } = useCompletions(text);
  const values = completions.filter(({ kind }) => kind === 'value');
  const fields = completions.filter(({ kind }) => kind === 'key').slice(0, MAX_KEYS);
  const unknown = keys.find(({ title }) => title === null)?.key;

  // The shown texts of a hit lack a word of the text when the search tolerated a typing error.
  const isPageFirst = ([first]: SearchHit[]) =>
    !first?.exact &&
    !(
      first &&
      isNamed({ title: first.title, words: [first.subtitle, first.matched?.text].join(' ') }, text.trim())
    );

  const open = (url: string) => {
    combobox.closeDropdown();
    setText('');
    input.current?.blur();
    go(url);
  };
  const select = (option: string) => {
    const completed = completedText(option);
    if (completed === undefined) return open(option);
    setText(completed);
    combobox.resetSelectedOption();
  };
  const enter = async () => {
    const q = text.trim();
    if (!q) return;
    try {
      const found = await queryClient.fetchQuery(searchQuery(q));
      const [hit, page] = [found[0]?.url, pages[0]?.path];
      const first = isPageFirst(found) ? (page ?? hit) : (hit ?? page);
      open(first ?? `/search?q=${encodeURIComponent(q)}`);
    } catch (error) {
      toastError(error, 'The search failed');
    }
  };

  return (
    <Combobox store={combobox} onOptionSubmit={select} withinPortal={false} shadow="md" offset={4}>
      <Combobox.Target>
        <SearchBox
          ref={input}
          id={GLOBAL_SEARCH_ID}
          className="mw-global-search"
          label="Search everything"
          placeholder="Search or scan"
          autoComplete="off"
          spellCheck={false}
          rightSection={
            text ? undefined : (
              <Kbd size="xs" className="mw-shortcut">
                /
              </Kbd>
            )
          }
          value={text}
          onChange={(next) => {
            setText(next);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onFocus={() => text && combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event) => {
            if (event.key === 'Escape') input.current?.blur();
            if (event.key === 'Enter' && combobox.getSelectedOptionIndex() < 0) {
              event.preventDefault();
              void enter();
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={text.trim() === ''}>
        <Combobox.Options className="mw-hits" aria-label="Search results">
          {values.map((completion) => (
            <CompletionOption key={completion.text} completion={completion} />
          ))}
          {isPageFirst(hits) && pages.map(pageOption)}
          {hits
            .slice(0, MAX_HITS)
            .map((hit) => createOption(hit.url, kindIcon(hit.kind), hit.title, subtitleOf(hit)))}
          {!isPageFirst(hits) && pages.map(pageOption)}
          {fields.map((completion) => (
            <CompletionOption key={completion.text} completion={completion} />
          ))}
          {hits.length > 0 && (
            <Combobox.Option value={`/search?q=${encodeURIComponent(text.trim())}`}>
              <span className="mw-hit">
                <IconSearch size={18} aria-hidden />
                <span>All results for “{text.trim()}”</span>
              </span>
            </Combobox.Option>
          )}
          {hits.length === 0 && pages.length === 0 && completions.length === 0 && (
            <Combobox.Empty>
              {isFetching || debouncedText !== text ? 'Searching …' : nothingFound(unknown)}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

const createOption = (url: string, icon: string | null, title: string, subtitle: string) => (
  <Combobox.Option key={url} value={url}>
    <span className="mw-hit">
      <RegisterIcon name={icon} />
      <span className="mw-hit-text">
        <span>{title}</span>
        <small>{subtitle}</small>
      </span>
    </span>
  </Combobox.Option>
);

const pageOption = ({ path, icon, title }: ReturnType<typeof usePagesNamed>[number]) =>
  createOption(path, icon, title, 'Page');

const nothingFound = (unknownKey: string | undefined): string =>
  unknownKey === undefined
    ? 'Nothing found. Try a number, host name, serial, IP or MAC.'
    : `Nothing found. There is no field “${unknownKey}”, so it was searched as text.`;
