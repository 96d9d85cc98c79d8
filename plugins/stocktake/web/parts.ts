/** What stock is taken with, loaded as one when the first of it is opened. */
export { SeenTab } from './seen-tab.tsx';
export { StartPage } from './start-page.tsx';
export { WalkPage } from './walk-page.tsx';
