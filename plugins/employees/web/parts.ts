/** The pages of people in one lazily loaded chunk. The entry page then refers to a single file. */
export { DirectoryPage } from './directory-page.tsx';
export { EditPage, NewPage } from './form-pages.tsx';
export { PersonPage } from './person-page.tsx';
export { RecordPage } from './record-page.tsx';
