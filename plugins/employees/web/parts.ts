/** What people are shown with, loaded as one when the first of it is opened: the first page of all names one file. */
export { DirectoryPage } from './directory-page.tsx';
export { EditPage, NewPage } from './form-pages.tsx';
export { PersonPage } from './person-page.tsx';
export { RecordPage } from './record-page.tsx';
