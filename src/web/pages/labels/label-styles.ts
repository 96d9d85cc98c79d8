import { addPageStyles } from '../../parts/page-styles.ts';
import styles from './labels.css' with { type: 'text' };

addPageStyles('labels', [styles]);
