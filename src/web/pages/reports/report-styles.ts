import { addPageStyles } from '../../parts/page-styles.ts';
import styles from './reports.css' with { type: 'text' };

addPageStyles('reports', [styles]);
