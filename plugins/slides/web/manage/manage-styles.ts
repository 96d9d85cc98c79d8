import { addPageStyles } from '../../../../src/web/parts/page-styles.ts';
import styles from './manage.css' with { type: 'text' };

addPageStyles('slides', [styles]);
