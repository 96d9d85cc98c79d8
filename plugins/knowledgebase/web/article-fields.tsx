import { lazy, Suspense } from 'react';
import { PageSkeleton } from '../../../src/web/parts/skeletons.tsx';
import type {
  FieldRenderer,
  PluginFieldInputProps,
  PluginFieldValueProps,
} from '../../../src/web/plugin-parts.tsx';
import { useCountRead } from './count-read.ts';

// The Markdown renderer is loaded with the first article, not with the first field of any plugin.
const Article = lazy(async () => ({ default: (await import('./article.tsx')).Article }));
const ArticleInput = lazy(async () => ({ default: (await import('./article-input.tsx')).ArticleInput }));

const BodyValue = (props: PluginFieldValueProps) => (
  <Suspense fallback={<PageSkeleton />}>
    <Article {...props} />
  </Suspense>
);

const BodyInput = (props: PluginFieldInputProps) => (
  <Suspense fallback={<PageSkeleton />}>
    <ArticleInput {...props} />
  </Suspense>
);

/** Shows the link of an article. Following it counts as reading. */
function LinkValue({ value, record }: PluginFieldValueProps) {
  const count = useCountRead(Number(record.articleid));
  const address = typeof value === 'string' ? value : '';
  if (!/^https?:\/\//i.test(address)) return <span className="mw-muted">–</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" onClick={count} onAuxClick={count}>
      {address}
    </a>
  );
}

export const body: FieldRenderer = { value: BodyValue, input: BodyInput };
export const link: FieldRenderer = { value: LinkValue };
