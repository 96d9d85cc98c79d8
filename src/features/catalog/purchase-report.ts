import { report } from '../../kit/report.ts';
import { purchases } from './purchase-queries.ts';

/** The report of what assets cost, by year, location and business unit. */
export const purchaseReport = report({
  key: 'purchases',
  title: 'Purchases',
  group: 'Papers',
  about: 'Number and purchase cost of active assets by year, location and business unit, for budgets.',
  needs: 'login',
  placeRegister: 'assets',
  columns: {
    year: 'Year',
    location: 'Location',
    businessunit: 'Business unit',
    count: 'Assets',
    unpriced: 'Without cost',
    cost: 'Cost',
  },
  rows: (reader, { place }) => purchases.iterate(reader, place.within),
});
