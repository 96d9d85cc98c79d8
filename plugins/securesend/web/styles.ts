import { addPageStyles } from '../../../src/web/parts/page-styles.ts';
import styles from './securesend.css' with { type: 'text' };

addPageStyles('securesend', [styles]);
