import { addPageStyles } from '../../parts/page-styles.ts';
import styles from './groups.css' with { type: 'text' };

addPageStyles('groups', [styles]);
