import { CloseButton } from '@mantine/core';
import type { RefObject } from 'react';
import type { SearchCompletions } from '../../features/search/index.ts';
import { parseSearch, type SearchTerm } from '../../kit/search/query-language.ts';

interface SearchTermsProps {
  text: string;
  keys: SearchCompletions['keys'];
  input: RefObject<HTMLInputElement | null>;
  onText: (text: string) => void;
}

/**
 * Shows the terms of a search that name a field as chips. The chip selects its term in the search box; its
 * cross removes the term. An unknown field is named as such.
 */
export function SearchTerms({ text, keys, input, onText }: SearchTermsProps) {
  const titles = new Map(keys.map(({ key, title }) => [key, title]));
  const terms = parseSearch(text).filter(({ key }) => key !== undefined && titles.has(key));
  const select = ({ start, end }: SearchTerm) => {
    input.current?.focus();
    input.current?.setSelectionRange(start, end);
  };
  return terms.map((term) => (
    <SearchTermChip
      key={`${term.start} ${term.typed}`}
      term={term}
      title={titles.get(term.key!) ?? null}
      onSelect={() => select(term)}
      onRemove={() =>
        onText(`${text.slice(0, term.start).trimEnd()} ${text.slice(term.end).trimStart()}`.trim())
      }
    />
  ));
}

interface SearchTermChipProps {
  term: SearchTerm;
  title: string | null;
  onSelect: () => void;
  onRemove: () => void;
}

function SearchTermChip({ term, title, onSelect, onRemove }: SearchTermChipProps) {
  const value = term.values.map(({ text }) => text).join(' or ');
  const name = title ?? `${term.key} is not a field:`;
  return (
    <span className="mw-chip" style={{ cursor: 'default' }}>
      <button type="button" className="mw-plain" onClick={onSelect}>
        {term.isExcluded && 'not '}
        {name} {term.operator !== ':' && `${term.operator} `}
        <strong>{value}</strong>
      </button>
      <CloseButton size="sm" aria-label={`Remove ${term.typed} from the search`} onClick={onRemove} />
    </span>
  );
}
