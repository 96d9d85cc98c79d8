/** The pages of stocktakes in one lazily loaded chunk. */
export { SeenTab } from './seen-tab.tsx';
export { StartPage } from './start-page.tsx';
export { WalkPage } from './walk-page.tsx';
