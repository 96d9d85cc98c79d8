import audit from '../../migrations/core/0001_audit.sql' with { type: 'text' };
import identity from '../../migrations/core/0002_identity.sql' with { type: 'text' };
import catalog from '../../migrations/core/0003_catalog.sql' with { type: 'text' };
import search from '../../migrations/core/0004_search.sql' with { type: 'text' };
import map from '../../migrations/core/0005_map.sql' with { type: 'text' };
import customfields from '../../migrations/core/0006_customfields.sql' with { type: 'text' };
import views from '../../migrations/core/0007_views.sql' with { type: 'text' };
import imports from '../../migrations/core/0008_imports.sql' with { type: 'text' };
import undertakings from '../../migrations/core/0009_undertakings.sql' with { type: 'text' };
import reach from '../../migrations/core/0010_reach.sql' with { type: 'text' };
import putback from '../../migrations/core/0011_putback.sql' with { type: 'text' };
import historyTables from '../../migrations/core/0012_history_tables.sql' with { type: 'text' };
import sparse from '../../migrations/core/0013_sparse_indexes.sql' with { type: 'text' };
import auditMarks from '../../migrations/core/0014_audit_marks.sql' with { type: 'text' };
import rights from '../../migrations/core/0015_rights.sql' with { type: 'text' };
import collisions from '../../migrations/core/0016_collisions.sql' with { type: 'text' };
import lanes from '../../migrations/core/0017_outbox_lanes.sql' with { type: 'text' };
import mergedNames from '../../migrations/core/0018_merged_names.sql' with { type: 'text' };
import attention from '../../migrations/core/0019_attention.sql' with { type: 'text' };
import assetFiles from '../../migrations/core/0020_asset_files.sql' with { type: 'text' };
import reminders from '../../migrations/core/0021_reminders.sql' with { type: 'text' };
import reportSchedules from '../../migrations/core/0022_report_schedules.sql' with { type: 'text' };
import outboxPage from '../../migrations/core/0023_outbox_page.sql' with { type: 'text' };
import issuedPasswords from '../../migrations/core/0024_issued_passwords.sql' with { type: 'text' };
import shareViews from '../../migrations/core/0025_share_views.sql' with { type: 'text' };
import retiredStatus from '../../migrations/core/0026_retired_status.sql' with { type: 'text' };
import appliance from '../../migrations/core/0027_appliance.sql' with { type: 'text' };
import heldBack from '../../migrations/core/0028_held_back.sql' with { type: 'text' };
import lastingStates from '../../migrations/core/0029_lasting_states.sql' with { type: 'text' };
import importNotation from '../../migrations/core/0030_import_notation.sql' with { type: 'text' };
import oneSpelling from '../../migrations/core/0031_one_spelling.sql' with { type: 'text' };
import searchWords from '../../migrations/core/0032_search_words.sql' with { type: 'text' };
import searchNames from '../../migrations/core/0033_search_names.sql' with { type: 'text' };
import importValues from '../../migrations/core/0034_import_values.sql' with { type: 'text' };
import importChoices from '../../migrations/core/0035_import_choices.sql' with { type: 'text' };
import importRejected from '../../migrations/core/0036_import_rejected.sql' with { type: 'text' };
import customFilters from '../../migrations/core/0037_custom_filters.sql' with { type: 'text' };
import sortKeys from '../../migrations/core/0038_sort_keys.sql' with { type: 'text' };
import purchases from '../../migrations/core/0039_purchases.sql' with { type: 'text' };
import supportDates from '../../migrations/core/0040_support_dates.sql' with { type: 'text' };
import calendarFeeds from '../../migrations/core/0041_calendar_feeds.sql' with { type: 'text' };
import alerts from '../../migrations/core/0042_alerts.sql' with { type: 'text' };
import importDetails from '../../migrations/core/0043_import_details.sql' with { type: 'text' };
import labelTemplates from '../../migrations/core/0044_label_templates.sql' with { type: 'text' };
import customGroups from '../../migrations/core/0045_custom_groups.sql' with { type: 'text' };
import demo from '../../migrations/core/0046_demo.sql' with { type: 'text' };
import indexOrder from '../../migrations/core/0047_index_order.sql' with { type: 'text' };
import alertPlaces from '../../migrations/core/0048_alert_places.sql' with { type: 'text' };
import eolDate from '../../migrations/core/0049_eol_date.sql' with { type: 'text' };
import eolDateOfViews from '../../migrations/core/0050_eol_date_of_views.sql' with { type: 'text' };
import historyRows from '../../migrations/core/0051_history_rows.sql' with { type: 'text' };
import typeInIndexes from '../../migrations/core/0052_type_in_indexes.sql' with { type: 'text' };
import type { Chain } from '../kit/data/migrate.ts';

/** The migrations of the core in the order of application. Add new ones at the end. */
export const coreChain: Chain = {
  name: 'core',
  migrations: [
    { id: '0001_audit', sql: audit },
    { id: '0002_identity', sql: identity },
    { id: '0003_catalog', sql: catalog },
    { id: '0004_search', sql: search },
    { id: '0005_map', sql: map },
    { id: '0006_customfields', sql: customfields },
    { id: '0007_views', sql: views },
    { id: '0008_imports', sql: imports },
    { id: '0009_undertakings', sql: undertakings },
    { id: '0010_reach', sql: reach },
    { id: '0011_putback', sql: putback },
    { id: '0012_history_tables', sql: historyTables },
    { id: '0013_sparse_indexes', sql: sparse },
    { id: '0014_audit_marks', sql: auditMarks },
    { id: '0015_rights', sql: rights },
    { id: '0016_collisions', sql: collisions },
    { id: '0017_outbox_lanes', sql: lanes },
    { id: '0018_merged_names', sql: mergedNames },
    { id: '0019_attention', sql: attention },
    { id: '0020_asset_files', sql: assetFiles },
    { id: '0021_reminders', sql: reminders },
    { id: '0022_report_schedules', sql: reportSchedules },
    { id: '0023_outbox_page', sql: outboxPage },
    { id: '0024_issued_passwords', sql: issuedPasswords },
    { id: '0025_share_views', sql: shareViews },
    { id: '0026_retired_status', sql: retiredStatus },
    { id: '0027_appliance', sql: appliance },
    { id: '0028_held_back', sql: heldBack },
    { id: '0029_lasting_states', sql: lastingStates },
    { id: '0030_import_notation', sql: importNotation },
    { id: '0031_one_spelling', sql: oneSpelling },
    { id: '0032_search_words', sql: searchWords },
    { id: '0033_search_names', sql: searchNames },
    { id: '0034_import_values', sql: importValues },
    { id: '0035_import_choices', sql: importChoices },
    { id: '0036_import_rejected', sql: importRejected },
    { id: '0037_custom_filters', sql: customFilters },
    { id: '0038_sort_keys', sql: sortKeys },
    { id: '0039_purchases', sql: purchases },
    { id: '0040_support_dates', sql: supportDates },
    { id: '0041_calendar_feeds', sql: calendarFeeds },
    { id: '0042_alerts', sql: alerts },
    { id: '0043_import_details', sql: importDetails },
    { id: '0044_label_templates', sql: labelTemplates },
    { id: '0045_custom_groups', sql: customGroups },
    { id: '0046_demo', sql: demo },
    { id: '0047_index_order', sql: indexOrder },
    { id: '0048_alert_places', sql: alertPlaces },
    { id: '0049_eol_date', sql: eolDate },
    { id: '0050_eol_date_of_views', sql: eolDateOfViews },
    { id: '0051_history_rows', sql: historyRows },
    { id: '0052_type_in_indexes', sql: typeInIndexes },
  ],
};
