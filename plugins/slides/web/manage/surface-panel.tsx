import { IconEye, IconSlideshow } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiUrl } from '../../../../src/web/api/base-path.ts';
import { useMe } from '../../../../src/web/api/queries.ts';
import { AppLink } from '../../../../src/web/parts/app-link.tsx';
import { ListFrame } from '../../../../src/web/parts/list-frame.tsx';
import { SmallButton } from '../../../../src/web/parts/small-button.tsx';
import type { Surface } from '../../surfaces.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { type Slide, slidesQuery } from './slide-data.ts';
import { SlideGrid } from './slide-grid.tsx';
import { UploadZone } from './upload-zone.tsx';
import { useUploads } from './use-uploads.ts';

/**
 * Returns the default display time of a surface in seconds. It comes from the public slide feed, which needs
 * no permission to read settings.
 */
const useInterval = (surface: Surface): number =>
  useQuery({
    queryKey: ['slides', surface, 'interval'],
    queryFn: async ({ signal }) => {
      const answer = await fetch(apiUrl('/slides/feed', { surface }), { signal });
      return ((await answer.json()) as { interval: number }).interval;
    },
  }).data ?? 10;

/** Shows the slides of a surface in order, the upload of new ones, and a preview. */
export function SurfacePanel({ surface, title }: { surface: Surface; title: string }) {
  const query = useQuery(slidesQuery(surface));
  const interval = useInterval(surface);
  const { uploads, add, dismiss } = useUploads(surface);
  const [isPreviewed, setPreviewed] = useState(false);
  return (
    <div className="mw-stack">
      <UploadZone uploads={uploads} onFiles={add} onDismiss={dismiss} />
      <ListFrame
        title={`Slides: ${title}`}
        query={query}
        rows={query.data}
        empty={{
          icon: IconSlideshow,
          title: 'No slides yet',
          text: (
            <>
              Drop images above to create slides. Screens show them in this order and update within 30
              seconds. To create images from a presentation, use “Save as: PNG”.
            </>
          ),
        }}
        tools={
          <SmallButton icon={IconEye} onClick={() => setPreviewed(true)} ml="auto">
            Preview
          </SmallButton>
        }
      >
        {(slides) => (
          <>
            <Round slides={slides} interval={interval} />
            <SlideGrid surface={surface} slides={slides} interval={interval} />
          </>
        )}
      </ListFrame>
      {isPreviewed && <PreviewDialog surface={surface} title={title} onClose={() => setPreviewed(false)} />}
    </div>
  );
}

/** Shows how long a full round of the slides takes. */
function Round({ slides, interval }: { slides: readonly Slide[]; interval: number }) {
  const maySet = useMe()?.permissions.includes('settings.edit');
  const seconds = slides.reduce((sum, slide) => sum + (slide.seconds || interval), 0);
  const round = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  return (
    <p className="mw-slides-round mw-muted">
      {slides.length === 1 ? '1 slide, always shown' : `${slides.length} slides, a round takes ${round}`}. A
      slide without seconds is shown for {interval} s
      {maySet && (
        <>
          {' '}
          (<AppLink to="/admin/settings?search=slide">change</AppLink>)
        </>
      )}
      . To reorder slides, drag them or use the handle and the arrow keys.
    </p>
  );
}
