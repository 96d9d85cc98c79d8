import { addPageStyles } from '../../../src/web/parts/page-styles.ts';
import styles from './article.css' with { type: 'text' };

addPageStyles('knowledgebase', [styles]);
