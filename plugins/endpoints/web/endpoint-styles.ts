import { addPageStyles } from '../../../src/web/parts/page-styles.ts';
import styles from './endpoints.css' with { type: 'text' };

addPageStyles('endpoints', [styles]);
