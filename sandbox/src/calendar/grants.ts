import { createHash, randomBytes } from 'node:crypto';

/** Credentials of the one registered application. They are public. */
const client = { id: 'sandbox-client', secret: 'sandbox-secret' };

interface Code {
  readonly email: string;
  readonly challenge: string | null;
  readonly redirectUri: string;
  readonly scope: string;
}

/** An answer of the token endpoint: its status and body. */
type TokenAnswer = readonly [status: number, body: Readonly<Record<string, unknown>>];

const invalidGrant: TokenAnswer = [
  400,
  { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
];

/**
 * The grants of all accounts: codes for one use, refresh tokens that are valid until revoked,
 * access tokens for an hour. A refresh token contains its account, so it is still valid after a
 * restart.
 */
export class CalendarGrants {
  readonly #codes = new Map<string, Code>();
  readonly #access = new Map<string, string>();
  readonly #revoked = new Set<string>();

  /** Creates a grant and returns its code for the redirect to the application. */
  allow(asked: URLSearchParams, email: string): string {
    const code = `4/${randomBytes(24).toString('base64url')}`;
    const { challenge, redirectUri, scope } = {
      challenge: asked.get('code_challenge'),
      redirectUri: asked.get('redirect_uri') ?? '',
      scope: asked.get('scope') ?? '',
    };
    this.#codes.set(code, { email, challenge, redirectUri, scope });
    return code;
  }

  /**
   * Answers `POST /token` (RFC 6749, with PKCE S256 when the authorization request had a
   * challenge).
   */
  token(form: URLSearchParams): TokenAnswer {
    if (form.get('client_id') !== client.id || form.get('client_secret') !== client.secret)
      return [401, { error: 'invalid_client' }];
    if (form.get('grant_type') === 'refresh_token') return this.#refreshed(form.get('refresh_token') ?? '');
    const name = form.get('code') ?? '';
    const code = this.#codes.get(name);
    this.#codes.delete(name);
    if (
      !code ||
      code.redirectUri !== form.get('redirect_uri') ||
      !provesChallenge(code, form.get('code_verifier'))
    )
      return invalidGrant;
    const refreshToken = `1//${Buffer.from(code.email).toString('base64url')}.${randomBytes(12).toString('base64url')}`;
    return [200, { ...this.#accessFor(refreshToken), refresh_token: refreshToken, scope: code.scope }];
  }

  #refreshed(refreshToken: string): TokenAnswer {
    if (this.#revoked.has(refreshToken) || emailOf(refreshToken) === undefined) return invalidGrant;
    return [200, this.#accessFor(refreshToken)];
  }

  #accessFor(refreshToken: string) {
    const token = `ya29.${randomBytes(24).toString('base64url')}`;
    this.#access.set(token, refreshToken);
    return { access_token: token, expires_in: 3599, token_type: 'Bearer' };
  }

  /** Revokes a grant by either of its tokens. Returns false for an unknown token. */
  revoke(token: string): boolean {
    const refreshToken = this.#access.get(token) ?? token;
    if (this.#revoked.has(refreshToken) || emailOf(refreshToken) === undefined) return false;
    this.#revoked.add(refreshToken);
    return true;
  }

  /** Returns the account of an access token. */
  holderOf(authorization: string | undefined): string | undefined {
    const refreshToken = this.#access.get(authorization?.replace(/^Bearer /, '') ?? '');
    return refreshToken === undefined || this.#revoked.has(refreshToken) ? undefined : emailOf(refreshToken);
  }
}

function provesChallenge({ challenge }: Code, verifier: string | null): boolean {
  if (challenge === null) return true;
  return (
    createHash('sha256')
      .update(verifier ?? '')
      .digest('base64url') === challenge
  );
}

function emailOf(refreshToken: string): string | undefined {
  const [, encoded] = /^1\/\/([\w-]+)\./.exec(refreshToken) ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64url').toString();
}
