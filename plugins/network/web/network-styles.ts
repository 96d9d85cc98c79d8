import { addPageStyles } from '../../../src/web/parts/page-styles.ts';
import styles from './network.css' with { type: 'text' };

addPageStyles('network', [styles]);
