import { type MarkdownIt, default as makeMarkdown, type Token } from 'markdown-it';
import { createElement, Fragment, type ReactNode, useState } from 'react';
import { AppLink } from '../../../src/web/parts/app-link.tsx';
import { linkTargetOf } from './link-target.ts';

/** The heading level above the text: `h1` is the page, `h2` its sections. */
const PAGE_LEVEL = 2;
/** Elements that a text may produce. Other elements of the Markdown parser are dropped. */
const DRAWN = new Set(
  'p strong em s ul ol li blockquote table thead tbody tr th td h1 h2 h3 h4 h5 h6'.split(' '),
);

/** Creates a Markdown parser without HTML. Tags and dangerous links remain visible as text. */
function makeReader(): MarkdownIt {
  const reader = makeMarkdown({ html: false, linkify: true });
  reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  reader.validateLink = (address) => linkTargetOf(address) !== undefined;
  return reader;
}

/**
 * Renders Markdown as React elements. No HTML string is created that could contain a script, a style or an
 * external image.
 */
export function Markdown({ text }: { text: string }) {
  const [reader] = useState(makeReader);
  const tokens = reader.parse(text, {});
  nestHeadings(tokens);
  return draw(tokens);
}

const levelOf = ({ type, tag }: Token): number => (type === 'heading_open' ? Number(tag.slice(1)) : 0);

/** Shifts the headings of a text below those of the page and closes gaps between levels. */
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

/** Converts tokens to elements. Tokens open and close elements in order; open elements are on a stack. */
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
  // The paragraphs of a tight list are hidden tokens.
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
      // An image becomes a link, so that the page loads nothing from other hosts.
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
