import { type MarkdownIt, default as makeMarkdown, type Token } from 'markdown-it';
import { createElement, Fragment, type ReactNode, useState } from 'react';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { linkTargetOf } from './link-target.ts';

/** The headings of a page and of its parts. */
const PAGE_LEVEL = 2;
/** The elements that a text can become; whatever else a reader of Markdown may know is left out. */
const DRAWN = new Set(
  'p strong em s ul ol li blockquote table thead tbody tr th td h1 h2 h3 h4 h5 h6'.split(' '),
);

/** Reads Markdown without HTML: tags stand there as they were typed. A link that leads nowhere good does, too. */
function makeReader(): MarkdownIt {
  const reader = makeMarkdown({ html: false, linkify: true });
  reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  reader.validateLink = (address) => linkTargetOf(address) !== undefined;
  return reader;
}

/** Markdown, drawn as elements: at no time is there HTML that could hold a script, a style or a picture from elsewhere. */
export function Markdown({ text }: { text: string }) {
  const [reader] = useState(makeReader);
  const tokens = reader.parse(text, {});
  nestHeadings(tokens);
  return draw(tokens);
}

const levelOf = ({ type, tag }: Token): number => (type === 'heading_open' ? Number(tag.slice(1)) : 0);

/** Whatever levels its writer took, the headings of a text begin below those of the page, and none is skipped. */
function nestHeadings(tokens: readonly Token[]): void {
  const levels = [...new Set(tokens.map(levelOf))].filter(Boolean).sort();
  let above = PAGE_LEVEL;
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      above = Math.min(levels.indexOf(levelOf(token)) + PAGE_LEVEL + 1, above + 1);
      token.tag = `h${Math.min(6, above)}`;
    }
    if (token.type === 'heading_close') token.tag = tokens[at - 2]!.tag;
  }
}

interface Open {
  token: Token | undefined;
  children: ReactNode[];
}

/** The tokens open and close elements in turn; what is open stands on a stack. */
function draw(tokens: readonly Token[]): ReactNode[] {
  const open: Open[] = [{ token: undefined, children: [] }];
  for (const [key, token] of tokens.entries()) {
    if (token.nesting === 1) open.push({ token, children: [] });
    else {
      const done = token.nesting === -1 ? open.pop() : undefined;
      open.at(-1)!.children.push(done ? element(done, key) : leaf(token, key));
    }
  }
  return open[0]!.children;
}

function element({ token, children }: Open, key: number): ReactNode {
  if (token!.type === 'link_open') return link(String(token!.attrGet('href')), children, key);
  // The paragraphs of a tight list are hidden.
  if (token!.hidden || !DRAWN.has(token!.tag)) return createElement(Fragment, { key }, ...children);
  const { tag } = token!;
  const start = Number(token!.attrGet('start') ?? 1);
  const align = /right|center/.exec(String(token!.attrGet('style')))?.[0];
  return createElement(
    tag,
    { key, 'data-align': align, ...(tag === 'ol' && start !== 1 ? { start } : {}) },
    ...children,
  );
}

function leaf(token: Token, key: number): ReactNode {
  switch (token.type) {
    case 'inline':
      return createElement(Fragment, { key }, ...draw(token.children ?? []));
    case 'fence':
    case 'code_block':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        <pre key={key} tabIndex={0}>
          <code>{token.content}</code>
        </pre>
      );
    case 'code_inline':
      return <code key={key}>{token.content}</code>;
    case 'image':
      // Nothing is fetched from elsewhere for a text: who wants to see the picture goes there.
      return link(String(token.attrGet('src')), [token.content || 'Picture'], key);
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return <br key={key} />;
    case 'hr':
      return <hr key={key} />;
    default:
      return token.content;
  }
}

function link(address: string, children: ReactNode[], key: number): ReactNode {
  const target = linkTargetOf(address);
  if (target === undefined) return createElement(Fragment, { key }, ...children);
  if (target.startsWith('/'))
    return (
      <AppLink key={key} to={target}>
        {...children}
      </AppLink>
    );
  return (
    <a key={key} href={target} target="_blank" rel="noopener noreferrer">
      {...children}
    </a>
  );
}
