import { addPageStyles } from '../../../../src/web/parts/page-styles.ts';
import styles from './display.css' with { type: 'text' };

addPageStyles('display', [styles]);
