interface KnownToken {
  /** The client to which the token was issued, as text. */
  client: string;
  token: string;
  /** The end of use in milliseconds of the monotonic clock. */
  until: number;
}

/**
 * The access token of an appliance for its mail server. It is valid for about an hour and serves many mails.
 */
export class MailTokens {
  private cached: KnownToken | undefined;

  /** Returns the token of a client, or undefined when no token is valid. */
  find(client: string, now: number): string | undefined {
    return this.cached?.client === client && this.cached.until > now ? this.cached.token : undefined;
  }

  store(token: KnownToken): void {
    this.cached = token;
  }

  /** Ends the use of the token, because the mail server rejected it. */
  expire(): void {
    if (this.cached) this.cached.until = Number.NEGATIVE_INFINITY;
  }

  /** The last token, even if it was rejected. A response of the mail server may repeat it. */
  get last(): string {
    return this.cached?.token ?? '';
  }
}
