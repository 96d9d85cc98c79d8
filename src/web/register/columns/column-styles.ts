import { addPageStyles } from '../../parts/page-styles.ts';
import styles from './columns.css' with { type: 'text' };

addPageStyles('columns', [styles]);
