import { type ReactNode, useId } from 'react';
import { CopyText } from '../../../../src/web/parts/copy-text.tsx';

interface CommandLineProps {
  title: string;
  description: string;
  text: string;
  children?: ReactNode;
}

/** Shows a text to be used elsewhere, such as a command, with a copy button. */
export function CommandLine({ title, description, text, children }: CommandLineProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mw-stack" style={{ gap: 8 }}>
      <div>
        <h3 id={heading}>{title}</h3>
        <span className="mw-muted">{description}</span>
      </div>
      {children}
      <div className="mw-secret">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable with the keyboard */}
        <code className="mw-install-line" tabIndex={0}>
          {text}
        </code>
        <CopyText text={text} what={title} />
      </div>
    </section>
  );
}
