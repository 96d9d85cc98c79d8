import { type MarkdownIt, default as makeMarkdown, type Token } from 'markdown-it';
import { createElement, Fragment, type ReactNode, useState } from 'react';
import { basePath } from '../../api/base-path.ts';
import { AppLink } from '../app-link.tsx';
import { headingAnchorOf } from './heading-anchor.ts';
import { linkTargetOf } from './link-target.ts';
import './markdown-styles.ts';

/** Elements that a text may produce. Other elements of the Markdown parser are dropped. */
const ALLOWED_TAGS = new Set(
  'p strong em s ul ol li blockquote table thead tbody tr th td h1 h2 h3 h4 h5 h6'.split(' '),
);

export interface MarkdownProps {
  text: string;
  /** Level of the highest heading of the text. 3 by default: `h1` is the page, `h2` its sections. */
  topLevel?: number;
  /** Gives each heading the ID that links to a section refer to. */
  hasAnchors?: boolean;
  /** Returns the target of a link, or undefined if the link is not allowed. The default is `linkTargetOf`. */
  targetOf?: (address: string) => string | undefined;
  /**
   * Returns the URL of a picture of the product. Other pictures become links, or text if the link is not
   * allowed.
   */
  pictureOf?: (address: string) => string | undefined;
  /** Returns the path of a file of the product, which its link downloads. */
  fileOf?: (address: string) => string | undefined;
}

type Rules = Required<Pick<MarkdownProps, 'targetOf' | 'pictureOf' | 'fileOf'>>;

/** Creates a Markdown parser without HTML. Tags and links without a target remain visible as text. */
function makeReader({ targetOf, pictureOf, fileOf }: Rules): MarkdownIt {
  const reader = makeMarkdown({ html: false, linkify: true });
  reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  // The parser validates the addresses of links and pictures in one place.
  reader.validateLink = (address) =>
    (targetOf(address) ?? pictureOf(address) ?? fileOf(address)) !== undefined;
  return reader;
}

/**
 * Renders Markdown as React elements. No HTML string is created that could contain a script, a style or an
 * external image.
 */
export function Markdown({
  text,
  topLevel = 3,
  hasAnchors = false,
  targetOf = linkTargetOf,
  pictureOf = () => undefined,
  fileOf = () => undefined,
}: MarkdownProps) {
  const rules = { targetOf, pictureOf, fileOf };
  const [reader] = useState(() => makeReader(rules));
  const tokens = reader.parse(text, {});
  nestHeadings(tokens, topLevel);
  if (hasAnchors) addAnchors(tokens);
  return draw(tokens, rules);
}

const levelOf = ({ type, tag }: Token): number => (type === 'heading_open' ? Number(tag.slice(1)) : 0);

/** Shifts the headings of a text to `topLevel` and below, and closes gaps between levels. */
function nestHeadings(tokens: readonly Token[], topLevel: number): void {
  const levels = [...new Set(tokens.map(levelOf))].filter(Boolean).sort();
  let above = topLevel - 1;
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      above = Math.min(levels.indexOf(levelOf(token)) + topLevel, above + 1);
      token.tag = `h${Math.min(6, above)}`;
    }
    if (token.type === 'heading_close') token.tag = tokens[at - 2]!.tag;
  }
}

/** Adds the IDs that links to a section refer to. The token after the start of a heading is its text. */
function addAnchors(tokens: readonly Token[]): void {
  for (const [at, token] of tokens.entries())
    if (token.type === 'heading_open') token.attrSet('id', headingAnchorOf(tokens[at + 1]!.content));
}

interface OpenElement {
  token: Token | undefined;
  children: ReactNode[];
}

/** Converts tokens to elements. Tokens open and close elements in order; open elements are on a stack. */
function draw(tokens: readonly Token[], rules: Rules): ReactNode[] {
  const open: OpenElement[] = [{ token: undefined, children: [] }];
  for (const [key, token] of tokens.entries()) {
    if (token.nesting === 1) open.push({ token, children: [] });
    else {
      const done = token.nesting === -1 ? open.pop() : undefined;
      open.at(-1)!.children.push(done ? element(done, key, rules) : leaf(token, key, rules));
    }
  }
  return open[0]!.children;
}

function element({ token, children }: OpenElement, key: number, rules: Rules): ReactNode {
  if (token!.type === 'link_open') return textLink(token!, children, key, rules);
  // The paragraphs of a tight list are hidden tokens.
  if (token!.hidden || !ALLOWED_TAGS.has(token!.tag)) return createElement(Fragment, { key }, ...children);
  const { tag } = token!;
  const start = Number(token!.attrGet('start') ?? 1);
  const align = /right|center/.exec(String(token!.attrGet('style')))?.[0];
  return createElement(
    tag,
    {
      key,
      id: token!.attrGet('id') ?? undefined,
      'data-align': align,
      // A wide table scrolls, so the keyboard must reach it.
      ...(tag === 'table' ? { tabIndex: 0 } : {}),
      ...(tag === 'ol' && start !== 1 ? { start } : {}),
    },
    ...children,
  );
}

function leaf(token: Token, key: number, rules: Rules): ReactNode {
  switch (token.type) {
    case 'inline':
      return createElement(Fragment, { key }, ...draw(token.children ?? [], rules));
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
      return picture(token, key, rules);
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

/**
 * Shows a picture of the product. Any other becomes a link or text, so that the page loads nothing from other
 * hosts.
 */
function picture(token: Token, key: number, { pictureOf, targetOf }: Rules): ReactNode {
  const address = String(token.attrGet('src'));
  const url = pictureOf(address);
  if (url !== undefined) return <img key={key} src={url} alt={token.content} loading="lazy" />;
  return link(targetOf(address), [token.content || 'Image'], key);
}

function textLink(token: Token, children: ReactNode[], key: number, { fileOf, targetOf }: Rules): ReactNode {
  const address = String(token.attrGet('href'));
  const file = fileOf(address);
  if (file === undefined) return link(targetOf(address), children, key);
  return (
    <a key={key} href={basePath + file} download>
      {...children}
    </a>
  );
}

function link(target: string | undefined, children: ReactNode[], key: number): ReactNode {
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
