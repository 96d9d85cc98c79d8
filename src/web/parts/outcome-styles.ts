import styles from './outcomes.css' with { type: 'text' };
import { addPageStyles } from './page-styles.ts';

addPageStyles('outcomes', [styles]);
