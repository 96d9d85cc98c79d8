/**
 * What a machine shows to say which one it is, declared once by the feature that brings it: routes name the object, the
 * feature's mechanism accepts it, and the document describes it.
 */
export interface Credential {
  /** The kind of its actor, as the audit log shows it. */
  readonly kind: string;
  /** Service tokens with this scope pass in its place. */
  readonly scope?: string;
  /** OpenAPI security schemes by name: the headers that carry it. */
  readonly schemes?: Readonly<Record<string, object>>;
}

/** A person's, or a script's in his name: it is looked for on every route. */
export const PERSON: Credential = { kind: 'person' };
