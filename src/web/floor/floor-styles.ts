import { addPageStyles } from '../parts/page-styles.ts';
import styles from './floor.css' with { type: 'text' };

addPageStyles('floor', [styles]);
