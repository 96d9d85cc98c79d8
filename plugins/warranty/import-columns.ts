import { assets } from '../../src/features/catalog/tables.ts';
import { type Issue, invalidFields } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import type {
  AddedImportColumn,
  AddedImportValues,
  ImportColumnSource,
} from '../../src/kit/import-columns.ts';
import { date, integer } from '../../src/kit/resource/fields.ts';
import { addMonths, isSameEnd, readMonths, type WarrantyTerm } from './warranty-term.ts';
import { writeTerm } from './write-term.ts';

const MONTHS = 'warrantymonths';
const END = 'warrantyend';

const COLUMNS: readonly AddedImportColumn[] = [
  {
    name: MONTHS,
    field: integer({ title: 'Warranty months', min: 1, max: 600 }),
    dependsOn: 'purchasedate',
    headers: ['Warranty', 'Months of warranty', 'Warranty (months)', 'Warranty duration', 'Warranty period'],
    readText: readMonths,
  },
  {
    name: END,
    field: date({ title: 'Warranty until' }),
    dependsOn: 'purchasedate',
    headers: [
      'Warranty expires',
      'Warranty expiration',
      'Warranty expiration date',
      'Warranty expiry',
      'Warranty end',
      'Warranty end date',
    ],
  },
];

/**
 * Imports of assets create a warranty from the purchase date and the months, or from the end date. The
 * supplier of the asset is its vendor.
 */
export const createImportColumns = (host: Host): ImportColumnSource => ({
  needs: 'warranty.edit',
  listColumns: () => COLUMNS,
  writeValues(tx, assetid, values) {
    const asset = tx.row(assets, assetid)!;
    const term = termOf(values, asset.purchasedate);
    return writeTerm(tx, host, { assetid, assetnumber: asset.assetnumber, vendorid: asset.supplierid }, term);
  },
});

/** Returns the term that the cells of a row state. Throws 400 for the column that is wrong. */
function termOf(values: AddedImportValues, purchasedate: string | null): WarrantyTerm {
  const months = values[MONTHS] as number | undefined;
  const end = values[END] as string | undefined;
  const issues: Issue[] = [];
  if (end !== undefined && purchasedate !== null && end < purchasedate)
    issues.push({
      path: END,
      message: `The warranty ends before the purchase date ${purchasedate}. Correct one of them.`,
    });
  if (months !== undefined && purchasedate === null && end === undefined)
    issues.push({
      path: MONTHS,
      message:
        'The warranty starts on the purchase date, which is missing. Enter the purchase date, or leave this cell empty.',
    });
  const computed = months !== undefined && purchasedate !== null ? addMonths(purchasedate, months) : end;
  if (issues.length === 0 && computed === undefined)
    issues.push({
      path: MONTHS,
      message: 'The warranty ends after the year 9999. Correct the purchase date.',
    });
  if (issues.length === 0 && end !== undefined && !isSameEnd(computed!, end))
    issues.push({
      path: END,
      message: `${months} months from ${purchasedate} end on ${computed}, not on ${end}. Correct one of them, or leave one empty.`,
    });
  if (issues.length > 0) throw invalidFields(issues);
  return { startdate: purchasedate, enddate: end ?? computed! };
}
