import { addPageStyles } from '../../../src/web/parts/page-styles.ts';
import styles from './behind.css' with { type: 'text' };

addPageStyles('machines', [styles]);
