import { testDialogsOf } from './every-dialog.ts';
import { PARTS } from './page-faults.ts';

testDialogsOf(PARTS.filter((part) => part % 2 === 1));
