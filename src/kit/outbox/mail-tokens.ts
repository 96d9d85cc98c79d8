interface KnownToken {
  /** The client that it was issued to, as text. */
  client: string;
  token: string;
  /** On the clock that only goes forward, in milliseconds. */
  until: number;
}

/** The access token of an appliance for its mail server. It is valid for about an hour and serves many mails. */
export class MailTokens {
  private known: KnownToken | undefined;

  /** Returns the token of a client; undefined when there is none that is valid. */
  find(client: string, now: number): string | undefined {
    return this.known?.client === client && this.known.until > now ? this.known.token : undefined;
  }

  store(known: KnownToken): void {
    this.known = known;
  }

  /** Ends the use of the token: the mail server refused it. */
  expire(): void {
    if (this.known) this.known.until = Number.NEGATIVE_INFINITY;
  }

  /** The last token, also one that was refused: what a mail server answers may repeat it. */
  get last(): string {
    return this.known?.token ?? '';
  }
}
