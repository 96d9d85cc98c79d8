import './article-styles.ts';
import { Textarea } from '@mantine/core';
import { useDeferredValue, useId } from 'react';
import { Markdown } from '../../../src/web/parts/markdown/markdown.tsx';
import type { PluginFieldInputProps } from '../../../src/web/plugin-parts.tsx';

const LEAST_ROWS = 14;

/** Shows the text area of an article next to a live preview. */
export function ArticleInput({ field, value, error, onChange }: PluginFieldInputProps) {
  const title = useId();
  const text = String(value ?? '');
  const deferredText = useDeferredValue(text);
  return (
    <div className="mw-article-edit">
      <Textarea
        name={field.name}
        label={field.title}
        description="Markdown: # heading, **strong**, - list, 1. steps, [text](https://address), `code`. Images are shown as links."
        error={error}
        maxLength={field.max}
        autosize
        minRows={LEAST_ROWS}
        maxRows={40}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      />
      <section aria-labelledby={title}>
        <h2 id={title}>Preview</h2>
        <div className="mw-article mw-article-preview">
          {deferredText.trim() ? (
            <Markdown text={deferredText} />
          ) : (
            <p className="mw-muted">The preview of your text is shown here.</p>
          )}
        </div>
      </section>
    </div>
  );
}
