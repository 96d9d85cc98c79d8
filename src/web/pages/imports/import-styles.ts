import { addPageStyles } from '../../parts/page-styles.ts';
import styles from './imports.css' with { type: 'text' };

addPageStyles('imports', [styles]);
