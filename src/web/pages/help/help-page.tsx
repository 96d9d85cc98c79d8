import { IconHelp, IconSearchOff } from '@tabler/icons-react';
import { AppLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { useSearchText } from '../../parts/use-search-text.ts';
import { CHAPTERS } from './chapters.ts';
import './help-styles.ts';
import { type HelpHit, searchChapters } from './sections.ts';

/** Shows the chapters of the manual, or the sections that a search finds (`?q=`). */
export function HelpPage() {
  const { q, text, setText } = useSearchText('/help');
  return (
    <div className="mw-page mw-page-narrow">
      <PageHeader
        title="Help"
        icon={<IconHelp size={22} aria-hidden />}
        subtitle="The manual of this version. It needs no internet."
      />
      <SearchBox
        mb="md"
        label="Search the manual"
        value={text}
        onChange={setText}
        maxLength={100}
        autoFocus
      />
      {q ? <Hits hits={searchChapters(CHAPTERS, q)} query={q} /> : <Chapters />}
    </div>
  );
}

function Chapters() {
  return (
    <ul className="mw-help-list">
      {CHAPTERS.map(({ name, title, summary }) => (
        <li key={name}>
          <AppLink to={`/help/${name}`}>{title}</AppLink>
          <p>{summary}</p>
        </li>
      ))}
    </ul>
  );
}

function Hits({ hits, query }: { hits: readonly HelpHit[]; query: string }) {
  if (hits.length === 0) {
    return (
      <EmptyState icon={<IconSearchOff size={32} />} title={`The manual does not contain "${query}"`}>
        Try fewer words, or a word from a button or message.
      </EmptyState>
    );
  }
  return (
    <>
      <p className="mw-muted" role="status">
        {hits.length === 1 ? '1 section' : `${hits.length} sections`}
      </p>
      <ul className="mw-help-list">
        {hits.map(({ chapter, section, excerpt }) => (
          <li key={`${chapter.name}#${section.anchor}`}>
            <AppLink to={`/help/${chapter.name}${section.anchor && `#${section.anchor}`}`}>
              {[chapter.title, section.heading].filter(Boolean).join(' > ')}
            </AppLink>
            <p>{excerpt}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
