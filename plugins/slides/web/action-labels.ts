import type { ActionLabels } from '../../../src/web/plugin-parts.tsx';

export const actionLabels: ActionLabels = {
  sentences: {
    'slides.slide.timed': 'changed the seconds of slide',
    'slides.slides.added': 'added slides to',
    'slides.slides.ordered': 'reordered the slides of',
    'slides.slides.removed': 'removed slides from',
  },
};
