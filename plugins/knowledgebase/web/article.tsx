import './article-styles.ts';
import { useEffect } from 'react';
import { Markdown } from '../../../src/web/parts/markdown/markdown.tsx';
import type { PluginFieldValueProps } from '../../../src/web/plugin-parts.tsx';
import { useCountRead } from './count-read.ts';

/** Shows the text of an article and counts the reader. */
export function Article({ value, record }: PluginFieldValueProps) {
  const count = useCountRead(Number(record.articleid));
  useEffect(count, [count]);
  return (
    <div className="mw-article">
      <Markdown text={String(value ?? '')} />
    </div>
  );
}
