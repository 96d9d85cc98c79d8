import { addPageStyles } from '../page-styles.ts';
import styles from './markdown.css' with { type: 'text' };

addPageStyles('markdown', [styles]);
