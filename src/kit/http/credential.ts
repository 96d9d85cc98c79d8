/**
 * A kind of credential with which a machine identifies itself. The feature that introduces it declares it
 * once. Routes refer to the object, the mechanism of the feature accepts it, and the API document describes
 * it.
 */
export interface Credential {
  /** The kind of the actor of a machine, as the audit log shows it; `person` is the kind of no actor. */
  readonly kind: string;
  /** The scope of service tokens that are accepted instead of this credential. */
  readonly scope?: string;
  /** The OpenAPI security schemes by name, which describe the headers that carry the credential. */
  readonly schemes?: Readonly<Record<string, object>>;
}

/**
 * The credential of a user, or a token of a user or a service. Every route that is not `open` recognizes it,
 * after the other credentials of the route.
 */
export const PERSON: Credential = { kind: 'person' };
