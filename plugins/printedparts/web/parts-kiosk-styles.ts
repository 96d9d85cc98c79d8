import { addPageStyles } from '../../../src/web/parts/page-styles.ts';
import styles from './parts-kiosk.css' with { type: 'text' };

addPageStyles('printedparts', [styles]);
