import './article-styles.ts';
import { useEffect } from 'react';
import type { FieldValueOf } from '../../../src/web/plugin-parts.tsx';
import { useCountRead } from './count-read.ts';
import { Markdown } from './markdown.tsx';

/** The text of an article, as it is read. */
export function Article({ value, record }: FieldValueOf) {
  const count = useCountRead(Number(record.articleid));
  useEffect(count, [count]);
  return (
    <div className="mw-article">
      <Markdown text={String(value ?? '')} />
    </div>
  );
}
