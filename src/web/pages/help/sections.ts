import { headingAnchorOf } from '../../parts/markdown/heading-anchor.ts';

/** The text below one heading of a chapter. */
export interface Section {
  /** Text of the heading; empty for the introduction of the chapter. */
  heading: string;
  /** Fragment of the heading; empty for the introduction. */
  anchor: string;
  /** Heading level in the file: 1 for the introduction, 2 and more below. */
  level: number;
  /** Text without Markdown marks, on one line. */
  text: string;
}

/** A chapter of the manual. */
export interface Chapter {
  name: string;
  title: string;
  /** First paragraph, without Markdown marks. */
  summary: string;
  /** Markdown below the title. */
  body: string;
  sections: readonly Section[];
}

/** A section that contains all words of a search. */
export interface HelpHit {
  chapter: Chapter;
  section: Section;
  /**
   * Part of the text around the first word of the search, or its start if only the headings contain that
   * word.
   */
  excerpt: string;
}

/** Characters of an excerpt before and after the first word that matches. */
const EXCERPT_BEFORE = 60;
const EXCERPT_AFTER = 140;

/** Reads a Markdown file that starts with its title (`# Title`) and one paragraph about its purpose. */
export function parseChapter(name: string, file: string): Chapter {
  const [first = '', ...rest] = file.split('\n');
  const title = first.replace(/^# /, '').trim();
  const body = rest.join('\n').trim();
  const summary = toPlainText(body.split('\n\n')[0] ?? '');
  return { name, title, summary, body, sections: parseSections(body) };
}

function parseSections(body: string): Section[] {
  const sections: { heading: string; level: number; lines: string[] }[] = [
    { heading: '', level: 1, lines: [] },
  ];
  let isCode = false;
  for (const line of body.split('\n')) {
    if (line.trimStart().startsWith('```')) isCode = !isCode;
    const heading = isCode ? null : /^(#{2,6}) (.+)$/.exec(line);
    if (heading) sections.push({ heading: heading[2]!, level: heading[1]!.length, lines: [] });
    else sections.at(-1)!.lines.push(line);
  }
  return sections.map(({ heading, level, lines }) => ({
    heading: toPlainText(heading),
    anchor: headingAnchorOf(heading),
    level,
    text: toPlainText(lines.join('\n')),
  }));
}

/** Removes the marks of Markdown, as far as the manual uses them. */
const toPlainText = (markdown: string): string =>
  markdown
    .replace(/^```.*$/gm, '')
    .replace(/^\|[-| :]+\|$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^#+ |^- |[*`]/gm, '')
    .replaceAll('|', ' ')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Finds the sections that contain every word of `query` in their text or headings. Those with more words in
 * the headings come first. An empty query finds none.
 */
export function searchChapters(chapters: readonly Chapter[], query: string): HelpHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits = chapters.flatMap((chapter) =>
    chapter.sections.flatMap((section) => {
      const heading = `${chapter.title} ${section.heading}`.toLowerCase();
      const text = section.text.toLowerCase();
      if (!words.every((word) => heading.includes(word) || text.includes(word))) return [];
      const rank = words.filter((word) => heading.includes(word)).length;
      return [{ rank, hit: { chapter, section, excerpt: excerptOf(section.text, words[0]!) } }];
    }),
  );
  return hits.sort((a, b) => b.rank - a.rank).map(({ hit }) => hit);
}

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word));
  // Starts with a whole word.
  const start = at > EXCERPT_BEFORE ? text.indexOf(' ', at - EXCERPT_BEFORE) + 1 : 0;
  const end = at + EXCERPT_AFTER;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' …' : ''}`;
}
