import * as oidc from 'openid-client';
import type { GoogleCalendarSettings } from '../../core/third-party-settings.ts';
import { type CalendarChallenge, CalendarFailure } from './port.ts';

type GrantSettings = Omit<GoogleCalendarSettings, 'apiUrl'>;

const scope = 'https://www.googleapis.com/auth/calendar';

/** The parameters of a request: a refresh token, and consent each time. */
const asked = { scope, response_type: 'code', access_type: 'offline', prompt: 'consent' };

/** The time before its expiry from which an access token is no longer used. */
const marginMs = 60_000;
/** The size of the cache of access tokens; a missing one costs a request. */
const maxEntries = 1000;

/**
 * Handles consent, tokens and revocation by OAuth 2 with PKCE. Access tokens stay in this process
 * and are never stored.
 */
export class CalendarGrants {
  readonly #settings: GrantSettings;
  readonly #timeoutMs: number;
  readonly #access = new Map<string, { readonly token: string; readonly until: number }>();

  constructor(settings: GrantSettings, timeoutMs: number) {
    this.#settings = settings;
    this.#timeoutMs = timeoutMs;
  }

  async consentAddress({ redirectUri, state, codeVerifier }: CalendarChallenge): Promise<string> {
    const challenge = {
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    };
    return oidc.buildAuthorizationUrl(this.#client(), {
      ...asked,
      ...challenge,
      redirect_uri: redirectUri,
      state,
    }).href;
  }

  async redeem(code: string, { redirectUri, state, codeVerifier }: CalendarChallenge): Promise<string> {
    const returned = new URL(redirectUri);
    returned.search = new URLSearchParams({ code, state }).toString();
    const checks = { expectedState: state, pkceCodeVerifier: codeVerifier };
    const tokens = await oidc.authorizationCodeGrant(this.#client(), returned, checks);
    // People may untick a scope.
    if (tokens.scope !== undefined && !tokens.scope.split(' ').includes(scope))
      throw new CalendarFailure('failed', 'no calendar allowed');
    if (tokens.refresh_token === undefined) throw new CalendarFailure('failed', 'no refresh token came');
    this.#keep(tokens.refresh_token, tokens);
    return tokens.refresh_token;
  }

  async accessToken(refreshToken: string): Promise<string> {
    const known = this.#access.get(refreshToken);
    if (known && known.until > performance.now()) return known.token;
    return this.#keep(refreshToken, await oidc.refreshTokenGrant(this.#client(), refreshToken));
  }

  /** Drops an access token that Google refused, so that the next call requests another. */
  forget(refreshToken: string): void {
    this.#access.delete(refreshToken);
  }

  async revoke(refreshToken: string): Promise<void> {
    this.forget(refreshToken);
    await oidc.tokenRevocation(this.#client(), refreshToken);
  }

  #keep(refreshToken: string, tokens: oidc.TokenEndpointResponse): string {
    this.#access.delete(refreshToken);
    const lifeMs = (tokens.expires_in ?? 0) * 1000 - marginMs;
    this.#access.set(refreshToken, { token: tokens.access_token, until: performance.now() + lifeMs });
    const oldest = this.#access.size > maxEntries ? this.#access.keys().next().value : undefined;
    if (oldest !== undefined) this.#access.delete(oldest);
    return tokens.access_token;
  }

  /** Returns a client with one timeout for all its requests. */
  #client(): oidc.Configuration {
    const { clientId, clientSecret, consentUrl, tokenUrl, revokeUrl } = this.#settings;
    const metadata = {
      issuer: consentUrl,
      authorization_endpoint: consentUrl,
      token_endpoint: tokenUrl,
      revocation_endpoint: revokeUrl,
    };
    const client = new oidc.Configuration(metadata, clientId, clientSecret);
    const signal = AbortSignal.timeout(this.#timeoutMs);
    client[oidc.customFetch] = (url, options) => fetch(url, { ...options, signal } as RequestInit);
    if (new URL(tokenUrl).protocol === 'http:') oidc.allowInsecureRequests(client);
    return client;
  }
}
