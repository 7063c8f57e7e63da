/** An identity provider, which authenticates the person at a browser. */
export interface IdentityProvider {
  /** Returns the address to send the browser to. Rejects with `IdentityFailure`. */
  begin(challenge: Challenge): Promise<string>;
  /**
   * Returns the person who came back. Rejects with `IdentityFailure`; each answer can be redeemed
   * once.
   */
  complete(answer: Answer, challenge: Challenge): Promise<ProvenIdentity>;
}

/**
 * The secrets that bind an answer to its request; only a hash of `codeVerifier` leaves this server
 * before the answer (RFC 7636).
 */
export interface Challenge {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The parameters of the callback. */
interface Answer {
  readonly code: string;
  readonly state: string;
  /** The issuer that claims to have answered (RFC 9207). */
  readonly iss?: string | undefined;
}

export interface ProvenIdentity {
  readonly issuer: string;
  /** The provider's own number for the person; never changes, unlike the address. */
  readonly subject: string;
  readonly email: string | undefined;
  /** True only if the provider sent the value true. */
  readonly emailVerified: boolean;
  readonly name: string | null;
}

/**
 * A failed sign-in. `unreachable`: no answer in time, or an error of the provider; `refused`: it
 * rejected the code; `incomplete`: the callback lacks a part, or names another issuer;
 * `unverifiable`: the response is not proven, or not of this protocol.
 */
export class IdentityFailure extends Error {
  readonly kind: 'unreachable' | 'refused' | 'incomplete' | 'unverifiable';

  /** Takes a `reason` for the log, which contains no personal data. */
  constructor(kind: IdentityFailure['kind'], reason: string, cause?: unknown) {
    super(reason, { cause });
    this.kind = kind;
  }
}
