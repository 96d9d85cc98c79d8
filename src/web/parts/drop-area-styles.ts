import styles from './drop-area.css' with { type: 'text' };
import { addPageStyles } from './page-styles.ts';

addPageStyles('drop-area', [styles]);
