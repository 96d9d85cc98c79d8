import { CopyText } from '../../../../src/web/parts/copy-text.tsx';
import '../endpoint-styles.ts';
import { Button, Drawer, Switch } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFocusBack } from '../../../../src/web/parts/dialog.tsx';
import { ErrorView } from '../../../../src/web/parts/error-view.tsx';
import { saveBlob } from '../../../../src/web/parts/save-blob.ts';
import { sizeText } from '../../../../src/web/parts/size-text.ts';
import { SkeletonRows } from '../../../../src/web/parts/skeletons.tsx';
import { absoluteTime } from '../../../../src/web/parts/time.tsx';
import { type LogWithContent, logFileName, logQuery } from './log-queries.ts';

interface LogDrawerProps {
  assetid: number;
  logid: number;
  onClose: () => void;
}

/** Shows the text of a log file next to the list, as wide as the screen allows. */
export function LogDrawer({ assetid, logid, onClose }: LogDrawerProps) {
  useFocusBack();
  const { data: log, error, refetch } = useQuery(logQuery(assetid, logid));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(1100px, 100%)"
      title={log ? logFileName(log.path) : 'Log file'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: 'mw-log', body: 'mw-log-body' }}
    >
      {log ? (
        <LogText log={log} />
      ) : error ? (
        <ErrorView error={error} retry={refetch} />
      ) : (
        <SkeletonRows rows={12} />
      )}
    </Drawer>
  );
}

/** Scrolls to the end, because the newest lines are there. */
const toEnd = (element: HTMLElement | null) => element?.scrollTo(0, element.scrollHeight);

function LogText({ log: { path, size, createddate, content } }: { log: LogWithContent }) {
  const [wraps, setWraps] = useState(true);
  return (
    <>
      <div className="mw-muted mw-break">
        {path}, {sizeText(size)}, fetched {absoluteTime(createddate)}
      </div>
      <div className="mw-log-tools">
        <CopyText text={content} />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveBlob(new Blob([content], { type: 'text/plain' }), logFileName(path))}
        >
          Download
        </Button>
        <Switch
          label="Wrap lines"
          checked={wraps}
          onChange={(event) => setWraps(event.currentTarget.checked)}
        />
      </div>
      {content === '' ? (
        <p className="mw-muted">The file is empty.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable with the keyboard
        <section ref={toEnd} className="mw-output" aria-label="Text of the file" tabIndex={0}>
          <pre data-wraps={wraps}>{content}</pre>
        </section>
      )}
    </>
  );
}
