import { addPageStyles } from '../../parts/page-styles.ts';
import styles from './settings.css' with { type: 'text' };

addPageStyles('settings', [styles]);
