import { addPageStyles } from '../../../src/web/parts/page-styles.ts';
import styles from './stocktake.css' with { type: 'text' };

addPageStyles('stocktake', [styles]);
