import type { WriteContext } from '../../kit/data/tx.ts';
import type { StoredFile } from '../../kit/files/store.ts';
import type { Host } from '../../kit/host.ts';

export const PLAN_AREA = 'blueprints';
export const LOGO_AREA = 'branding';
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const LOGOS = ['site', 'qr', 'badge', 'favicon'] as const;
export type Logo = (typeof LOGOS)[number];

/**
 * Stores the floor plan of the site for a theme and deletes the previous one. The setting
 * `map_blueprint_<theme>` contains its file name.
 */
export function setSiteBlueprint(host: Host, context: WriteContext, file: StoredFile, theme: Theme) {
  remember(host, context, file, `map_blueprint_${theme}`, 'platform.blueprint.uploaded');
  return {
    filename: file.filename,
    url: `/api/settings/map-blueprint/${file.filename}`,
    width: file.width,
    height: file.height,
  };
}

/** Stores a logo and deletes the previous one. The setting `branding_logo_<kind>` contains its file name. */
export function setLogo(host: Host, context: WriteContext, file: StoredFile, kind: Logo) {
  remember(host, context, file, `branding_logo_${kind}`, 'platform.logo.uploaded');
  return {
    filename: file.filename,
    url: `/api/settings/branding/${file.filename}`,
    width: file.width,
    height: file.height,
  };
}

function remember(host: Host, context: WriteContext, file: StoredFile, key: string, action: string): void {
  host.db.transact(context, action, (tx) => {
    const before = host.settings.text(key);
    // If a user entered a URL in the setting, it names no stored file, and nothing is deleted.
    if (before) host.files.remove(tx, file.area, before);
    host.files.list(tx, file);
    host.settings.setIn(tx, key, file.filename);
    tx.audit({ entitytype: 'setting', entityid: null, details: { key }, undoable: false });
  });
}
