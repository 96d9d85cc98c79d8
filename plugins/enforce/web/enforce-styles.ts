import { addPageStyles } from '../../../src/web/parts/page-styles.ts';
import styles from './enforce.css' with { type: 'text' };

addPageStyles('enforce', [styles]);
