import { IconMoodEmpty } from '@tabler/icons-react';
import { useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { AppLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Markdown } from '../../parts/markdown/markdown.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { CHAPTERS } from './chapters.ts';
import { exampleOf } from './example-files.ts';
import { helpTargetOf } from './help-links.ts';
import './help-styles.ts';
import { pictureOf } from './pictures.ts';
import type { Chapter } from './sections.ts';

/** Shows one chapter of the manual with links to its sections and to the previous and next chapter. */
export function ChapterPage() {
  const { chapter: name } = useParams({ strict: false });
  const chapter = CHAPTERS.find((chapter) => chapter.name === name);
  if (!chapter) {
    return (
      <EmptyState icon={<IconMoodEmpty size={32} />} title="The manual has no such chapter">
        <AppLink to="/help">Show all chapters</AppLink>
      </EmptyState>
    );
  }
  return <ChapterText key={chapter.name} chapter={chapter} />;
}

function ChapterText({ chapter }: { chapter: Chapter }) {
  useScrollToSection();
  return (
    <div className="mw-page mw-help">
      <PageHeader title={chapter.title} crumbs={[{ title: 'Help', to: '/help' }]} />
      <div className="mw-help-columns">
        <SectionLinks chapter={chapter} />
        <div>
          <article className="mw-article">
            <Markdown
              text={chapter.body}
              topLevel={2}
              hasAnchors
              targetOf={(address) => helpTargetOf(chapter.name, address)}
              pictureOf={pictureOf}
              fileOf={exampleOf}
            />
          </article>
          <NeighborLinks chapter={chapter} />
        </div>
      </div>
    </div>
  );
}

function SectionLinks({ chapter }: { chapter: Chapter }) {
  const sections = chapter.sections.filter(({ level }) => level === 2);
  return (
    <nav aria-label="On this page" className="mw-help-sections">
      <ul>
        {sections.map(({ heading, anchor }) => (
          <li key={anchor}>
            <AppLink to={`/help/${chapter.name}#${anchor}`}>{heading}</AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function NeighborLinks({ chapter }: { chapter: Chapter }) {
  const at = CHAPTERS.indexOf(chapter);
  const [previous, next] = [CHAPTERS[at - 1], CHAPTERS[at + 1]];
  return (
    <nav aria-label="Chapters" className="mw-help-neighbors">
      {previous && <AppLink to={`/help/${previous.name}`}>Previous: {previous.title}</AppLink>}
      {next && <AppLink to={`/help/${next.name}`}>Next: {next.title}</AppLink>}
    </nav>
  );
}

/** Scrolls to the section in the URL. The router does so before this chapter is loaded. */
function useScrollToSection(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const heading = hash ? document.getElementById(hash) : null;
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
    heading.scrollIntoView({ block: 'start' });
  }, [hash]);
}
