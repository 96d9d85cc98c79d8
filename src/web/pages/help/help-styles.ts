import { addPageStyles } from '../../parts/page-styles.ts';
import styles from './help.css' with { type: 'text' };

addPageStyles('help', [styles]);
