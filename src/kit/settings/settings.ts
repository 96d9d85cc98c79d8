import { type Actor, hasPermission, isSignedIn } from '../actor.ts';
import type { ColumnChanges } from '../data/columns.ts';
import type { Database } from '../data/database.ts';
import { invariant } from '../data/invariant.ts';
import type { Tx, WriteContext } from '../data/tx.ts';
import { AppError, conflict, invalid } from '../errors.ts';
import { refuseOutboundText } from '../outbound.ts';
import { SECRET_MASK, type Secrets } from '../secrets.ts';
import { refuseStale, type Staleness } from '../staleness.ts';
import { type SettingRecord, settings } from '../tables.ts';
import { needsOf, type SettingDeclaration, type SettingWriter } from './declare.ts';
import { allSettings } from './queries.ts';
import { SECRET_KEYS } from './secret-keys.ts';

/** The categories in which undeclared settings of a site are public. */
const PUBLIC_CATEGORIES = new Set(['branding', 'map']);

export interface SettingView {
  settingid: number | null;
  key: string;
  value: string;
  valuetype: string;
  category: string;
  title: string;
  description: string | null;
  default: string | null;
  options: readonly string[] | null;
  words: Readonly<Record<string, string>> | null;
  offered: boolean;
  issecret: boolean;
  ispublic: boolean;
  createddate: string | null;
  modifieddate: string | null;
}

/** Typed and cached settings. A declared setting has its default until a value is stored. */
export class Settings {
  private readonly declared = new Map<string, SettingDeclaration>();
  private readonly secretKeys: ReadonlySet<string>;
  private readonly writers: ReadonlyMap<string, SettingWriter | undefined>;

  /** `declarations` are those of all plugins, including disabled ones. */
  constructor(
    private readonly db: Database,
    private readonly secrets: Secrets,
    private readonly allowLoopback: boolean,
    declarations: readonly SettingDeclaration[],
  ) {
    const keys = (those: SettingDeclaration[]) => those.map(({ key }) => key);
    this.secretKeys = new Set([...SECRET_KEYS, ...keys(declarations.filter(({ secret }) => secret))]);
    this.writers = new Map(declarations.map(({ key, needs }) => [key, needs]));
  }

  /** Adds declarations of settings. Throws an Error for a key that is declared already. */
  declare(declarations: readonly SettingDeclaration[]): void {
    for (const declaration of declarations) {
      const twin = this.declared.get(declaration.key);
      if (twin)
        throw new Error(
          `The setting ${twin.key} is declared twice, as "${twin.title}" and as "${declaration.title}": rename one.`,
        );
      this.declared.set(declaration.key, declaration);
    }
  }

  /**
   * Returns the value as text. Secrets are decrypted, for use by the server itself. Returns an empty text for
   * an unknown setting, and for a secret that the keys of this appliance do not decrypt.
   */
  text(key: string): string {
    const row = this.rows().get(key);
    return row ? this.storedText(row) : (this.declared.get(key)?.default ?? '');
  }

  private storedText({ key, value, sealed }: SettingRecord): string {
    if (sealed) return this.secrets.decrypt(sealed) ?? '';
    return value ?? this.declared.get(key)?.default ?? '';
  }

  /** Returns the value as a number. A text that does not start with a number counts as the default. */
  integer(key: string): number {
    const value = Number.parseInt(this.text(key), 10);
    return Number.isNaN(value) ? Number.parseInt(this.declared.get(key)?.default ?? '0', 10) : value;
  }

  /** Reports whether the value is `true`; false for an unknown key. */
  boolean(key: string): boolean {
    return this.text(key) === 'true';
  }

  /** Returns all settings as they are served, declared ones first and in their order. Secrets are masked. */
  views(): SettingView[] {
    const keys = new Set([...this.declared.keys(), ...this.rows().keys()]);
    return [...keys].map((key) => this.view(key)!);
  }

  /** Returns a setting as it is served; undefined for an unknown key. */
  view(key: string): SettingView | undefined {
    const row = this.rows().get(key);
    const declaration = this.declared.get(key);
    if (!row && !declaration) return undefined;
    const issecret = this.isSecret(key);
    const category = declaration?.category ?? row!.category;
    return {
      settingid: row?.settingid ?? null,
      key,
      value: issecret ? (this.text(key) === '' ? '' : SECRET_MASK) : this.text(key),
      valuetype: declaration?.type ?? row!.valuetype,
      category,
      title: declaration?.title ?? key,
      description: row?.description ?? declaration?.description ?? null,
      default: issecret ? null : (declaration?.default ?? null),
      options: declaration?.options ?? null,
      words: declaration?.words ?? null,
      offered: declaration?.offered ?? true,
      issecret,
      ispublic: !issecret && (declaration ? (declaration.public ?? false) : PUBLIC_CATEGORIES.has(category)),
      createddate: row?.createddate ?? null,
      modifieddate: row?.modifieddate ?? null,
    };
  }

  /**
   * Returns which callers may write the setting, in addition to the permission. For an undeclared key the
   * category decides.
   */
  private writerOf(key: string, category = this.rows().get(key)?.category): SettingWriter | undefined {
    if (this.declared.has(key)) return this.declared.get(key)!.needs;
    return this.writers.get(key) ?? needsOf(category ?? '').needs;
  }

  /** Reports whether the actor may change the setting. The settings page disables other settings. */
  mayWrite(actor: Actor, key: string): boolean {
    return hasPermission(actor, 'settings.edit') && isWriter(actor, this.writerOf(key));
  }

  private refuseForeign({ actor }: WriteContext, key: string, category?: string): void {
    const writer = this.writerOf(key, category);
    if (!isWriter(actor, writer)) throw writer === 'adminsession' ? forSignedInAdmins() : forAdmins();
  }

  /**
   * Returns a context without alternative permissions for a restricted setting, so that only admins can undo
   * the change.
   */
  private contextFor(context: WriteContext, key: string): WriteContext {
    return this.writerOf(key) ? { ...context, needs: [] } : context;
  }

  /** Enforces the writers of settings on all other write paths, such as an undo, an import or a plugin. */
  readonly writtenByAdmins = invariant(
    'only admins change settings for admins',
    [settings],
    (tx, changes) => {
      for (const { id, before, after } of changes) {
        const row = { ...before, ...tx.row(settings, id), ...after };
        this.refuseForeign(tx.context, String(row.key), String(row.category));
      }
    },
  );

  isDeclared(key: string): boolean {
    return this.declared.has(key);
  }

  /**
   * Creates a setting. Throws 409 when the key already has a stored value, 403 when the caller may not write
   * it, and 400 for an invalid value.
   */
  create(
    context: WriteContext,
    setting: {
      key: string;
      value?: string | null;
      valuetype?: string | null;
      category?: string | null;
      description?: string | null;
    },
  ): void {
    this.refuseForeign(context, setting.key, setting.category ?? undefined);
    if (this.rows().has(setting.key))
      throw conflict('key', `The setting ${setting.key} already exists. Change it instead.`);
    const { key, value, valuetype, category, description } = setting;
    const values = {
      ...(valuetype != null && { valuetype }),
      ...(category != null && { category }),
      ...(description != null && { description }),
    };
    this.db.transact(this.contextFor(context, key), 'platform.setting.created', (tx) => {
      const id = this.insert(tx, key, value ?? '', values);
      this.clearBound(tx, key, '', value ?? '');
      tx.audit(this.auditNoteOf(key, id, null, value ?? ''));
    });
  }

  /**
   * Stores a value. The mask leaves a secret unchanged. Returns the keys of the secrets that the change
   * cleared, in whole or in part. Throws 403 when the caller may not write it, 409 STALE_WRITE, and 400 for
   * an invalid value.
   */
  set(context: WriteContext, key: string, value: string, unless?: Staleness): string[] {
    this.refuseForeign(context, key);
    return this.db.transact(this.contextFor(context, key), 'platform.setting.updated', (tx) => {
      const row = this.rows().get(key);
      if (row) refuseStale(row.modifieddate, unless);
      const id = this.setIn(tx, key, value);
      if (id === undefined) return [];
      const cleared = this.clearBound(tx, key, row ? this.storedText(row) : '', value);
      const note = this.auditNoteOf(key, id.id, id.before, value);
      tx.audit({ ...note, details: { ...note.details, ...(cleared.length > 0 && { cleared }) } });
      return cleared;
    }).value;
  }

  /** Reports whether the setting determines where a secret is sent. */
  private isBinding(key: string): boolean {
    return [...this.declared.values()].some(({ boundTo }) => boundTo && Object.hasOwn(boundTo, key));
  }

  /**
   * Clears the secrets that were entered for the old value of this setting, except for the part that `keep`
   * returns. Returns their keys.
   */
  private clearBound(tx: Tx, key: string, before: string, value: string): string[] {
    const bound = [...this.declared.values()].filter(({ key: secret, boundTo }) => {
      const boundValues = boundTo && Object.hasOwn(boundTo, key) ? boundTo[key] : undefined;
      const isGiven = boundValues === true ? before !== '' : boundValues?.includes(value);
      return isGiven && before !== value && this.rows().get(secret)?.sealed != null;
    });
    return bound.flatMap(({ key: secret, keep }) => {
      const row = this.rows().get(secret)!;
      const old = this.storedText(row);
      const next = keep?.(old, before, value) ?? '';
      if (next === old) return [];
      const sealed = next === '' ? null : this.secrets.encrypt(next);
      tx.update(settings, row.settingid, { value: sealed ? null : '', sealed });
      return [secret];
    });
  }

  /**
   * Encrypts secrets that are stored in plain text, because their keys were not declared secret before.
   * Runs at start.
   */
  encryptPlaintextSecrets(context: WriteContext): void {
    const clear = [...this.rows().values()].filter(({ key, value }) => value && this.isSecret(key));
    if (clear.length === 0) return;
    this.db.transact(context, 'platform.setting.sealed', (tx) => {
      for (const { settingid, value } of clear)
        tx.update(settings, settingid, { value: null, sealed: this.secrets.encrypt(value!) });
      tx.audit({
        entitytype: 'setting',
        entityid: null,
        details: { keys: clear.map(({ key }) => key) },
        undoable: false,
      });
    });
  }

  /**
   * Creates the missing rows of the declared settings that the caller may write, with their defaults. Returns
   * their number.
   */
  writeDefaults(context: WriteContext): number {
    const missing = [...this.declared.values()].filter(
      ({ key }) => !this.rows().has(key) && this.mayWrite(context.actor, key),
    );
    if (missing.length === 0) return 0;
    this.db.transact(context, 'platform.setting.seeded', (tx) => {
      for (const declaration of missing) this.insert(tx, declaration.key, declaration.default, {});
      tx.audit({ entitytype: 'setting', entityid: null, details: { count: missing.length } });
    });
    return missing.length;
  }

  /**
   * Stores a value in a transaction that writes its own audit row. Returns the ID and the previous value,
   * masked for a secret; undefined for the mask. Unlike `set`, clears no secrets of the old destination.
   */
  setIn(tx: Tx, key: string, value: string): { id: number; before: string | null } | undefined {
    const row = this.rows().get(key);
    const secret = this.isSecret(key);
    if (secret && value === SECRET_MASK) return undefined;
    this.check(key, value);
    if (!row) return { id: this.insert(tx, key, value, {}), before: null };
    tx.update(
      settings,
      row.settingid,
      secret ? { value: null, sealed: this.secrets.encrypt(value) } : { value },
    );
    return { id: row.settingid, before: secret ? SECRET_MASK : row.value };
  }

  /**
   * Throws 400 for a key that differs from a declared one only in letter case. A lookup by the declared name
   * would not find its value.
   */
  private refuseTwin(key: string): void {
    const canonical = key.toLowerCase();
    if (canonical !== key && (this.declared.has(canonical) || this.writers.has(canonical)))
      throw invalid('key', `The name of this setting is ${canonical}, in lower-case letters.`);
  }

  private insert(tx: Tx, key: string, value: string, columns: ColumnChanges<typeof settings>): number {
    this.refuseTwin(key);
    this.check(key, value);
    const declaration = this.declared.get(key);
    const secret = this.isSecret(key) && value !== '';
    return tx.insert(settings, {
      key,
      value: secret ? null : value,
      sealed: secret ? this.secrets.encrypt(value) : null,
      valuetype: declaration?.type ?? 'string',
      category: declaration?.category ?? 'general',
      description: declaration?.description ?? null,
      ...columns,
    });
  }

  private auditNoteOf(key: string, id: number, before: string | null, after: string) {
    const change = this.isSecret(key) ? [before === null ? null : SECRET_MASK, SECRET_MASK] : [before, after];
    return {
      entitytype: 'setting',
      entityid: id,
      details: { key, changes: { [key]: change } },
      // An undo would send a secret that was entered since then to another destination.
      undoable: !this.isSecret(key) && !this.isBinding(key),
    };
  }

  private isSecret(key: string): boolean {
    return (
      this.secretKeys.has(key) || (this.declared.get(key)?.secret ?? this.rows().get(key)?.sealed != null)
    );
  }

  private check(key: string, value: string): void {
    const declaration = this.declared.get(key);
    declaration?.refuse?.(value, (other) => this.text(other));
    if (!declaration || value === '') return;
    const { type, options, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = declaration;
    if (type === 'boolean' && value !== 'true' && value !== 'false')
      throw invalid('value', `${declaration.title} must be true or false.`);
    if (type === 'select' && !options?.includes(value))
      throw invalid('value', `${declaration.title} must be one of ${options?.join(', ')}.`);
    if (type === 'integer' && !(/^-?\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max)) {
      throw invalid('value', `${declaration.title} must be a whole number${limitsOf(declaration)}.`);
    }
    if (type === 'url' && !/^https?:\/\/[^\s/]+\S*$/i.test(value))
      throw invalid(
        'value',
        `${declaration.title} must start with http:// or https:// and contain no spaces.`,
      );
    if (declaration.format && !declaration.format.pattern.test(value))
      throw invalid('value', `${declaration.title} is not valid. ${declaration.format.hint}`);
    const problem = declaration.problem?.(value);
    if (problem) throw invalid('value', `${declaration.title} ${problem}`);
    if (declaration.outbound) refuseOutboundText('value', value, type === 'url', this.allowLoopback);
  }

  /**
   * Returns the stored settings. They are cached until one is written on any path: here, by an undo, or by
   * another process.
   */
  private rows(): Map<string, SettingRecord> {
    return this.db.remember('settings', (reader) => {
      const rows = allSettings.all(reader);
      return new Map(rows.map((row) => [row.key, row]));
    });
  }
}

/** Reports whether the actor may write the setting. Writes of the appliance itself need no sign-in. */
const isWriter = (actor: Actor, writer: SettingWriter | undefined): boolean =>
  writer === undefined ||
  (actor.isadmin && (writer === 'admin' || isSignedIn(actor) || actor.kind === 'system'));

const forSignedInAdmins = () =>
  new AppError('FORBIDDEN', 'Only a signed-in admin can change this setting. An API token cannot.');

const forAdmins = () => new AppError('FORBIDDEN', 'Only an admin can change this setting.');

/** Returns the limits of a number as the end of a sentence. */
function limitsOf({ min, max }: SettingDeclaration): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? '' : ` of at most ${max}`;
}
