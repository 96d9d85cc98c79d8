import { addPageStyles } from '../../parts/page-styles.ts';
import styles from './thing.css' with { type: 'text' };

addPageStyles('thing', [styles]);
