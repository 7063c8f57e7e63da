import type { ErrorCode } from '@samay/contract/core/errors';
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  errors,
  importJWK,
  jwtVerify,
  type JWTVerifyGetKey,
  SignJWT,
} from 'jose';
import { AppError } from '../core/app-error.ts';
import type { Secrets, SigningKey } from '../core/secrets.ts';

/** The lifetime of an access token. */
const accessTokenMinutes = 15;

const tokenType = 'at+jwt';
const algorithms = ['ES256', 'RS256'];
/** The members of EC and RSA keys that may be published (RFC 7517, RFC 7518 section 6). */
const publicMembers = new Set(['kty', 'crv', 'x', 'y', 'n', 'e', 'kid', 'alg', 'use']);

/** The claims of a token. Role and business are not in it: they are read at each request. */
export interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
  readonly assurance: 'aal1' | 'aal2';
  /** The SHA-256 of the device cookie that must be sent with the token. */
  readonly deviceHash: string;
}

/** The claims of a token, and its validity in seconds since 1970, the end excluded. */
interface Verified {
  readonly claims: AccessClaims;
  readonly from: number;
  readonly until: number;
}

/** The size of the cache: some megabytes at most. */
const mostRemembered = 5000;

/** Signs and checks the access tokens of one installation (issuer and audience are its address). */
export class AccessTokens {
  readonly #secrets: Secrets;
  readonly #issuer: string;
  /**
   * The verified tokens by their text: checking a signature costs more than all other work before
   * the verb.
   */
  readonly #verified = new Map<string, Verified>();
  /** The imported keys, cached while the signing keys are the same. */
  #signing: { readonly kid: string; readonly key: ReturnType<typeof importJWK> } | undefined;
  #verifying: { readonly kids: string; readonly keys: JWTVerifyGetKey } | undefined;

  constructor(secrets: Secrets, issuer: string) {
    this.#secrets = secrets;
    this.#issuer = issuer;
  }

  /** Returns the current JSON Web Key Set, for others that verify our tokens. */
  publicKeys(): { keys: { kty: string; kid: string }[] } {
    return { keys: this.#secrets.signingKeys.map(publicPart) };
  }

  async sign(claims: AccessClaims, now: Date): Promise<{ accessToken: string; expiresAt: string }> {
    const { kid, key } = this.#signer();
    const issuedAt = Math.floor(now.getTime() / 1000);
    const expires = issuedAt + accessTokenMinutes * 60;
    const accessToken = await new SignJWT({
      sid: claims.sessionId,
      aal: claims.assurance,
      amr: getMethods(claims),
      fph: claims.deviceHash,
    })
      .setProtectedHeader({ alg: 'ES256', kid, typ: tokenType })
      .setIssuer(this.#issuer)
      .setAudience(this.#issuer)
      .setSubject(claims.userId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(expires)
      .sign(await key);
    return { accessToken, expiresAt: new Date(expires * 1000).toISOString() };
  }

  /**
   * Verifies a token and returns its claims. Refuses with one of four texts, in this order:
   * algorithm, signature (also for key, issuer, audience and type), missing expiry, expired.
   */
  async verify(token: string, now: Date): Promise<AccessClaims> {
    const known = this.#verified.get(token);
    if (known && isWithin(known, now)) return known.claims;
    const verified = await this.#verify(token, now);
    this.#remember(token, verified);
    return verified.claims;
  }

  async #verify(token: string, now: Date): Promise<Verified> {
    const { alg, kid } = getHeader(token);
    if (typeof alg !== 'string' || !algorithms.includes(alg)) throw new AppError('token.invalid_algorithm');
    if (typeof kid !== 'string') throw new AppError('token.invalid_signature');
    const { payload } = await jwtVerify(token, this.#verifiers(), {
      algorithms,
      issuer: this.#issuer,
      audience: this.#issuer,
      typ: tokenType,
      currentDate: now,
    }).catch((error: unknown) => {
      if (!(error instanceof errors.JOSEError)) throw error; // a fault of the server, not of the token
      throw new AppError(toCode(error));
    });
    const { sub, sid, aal, fph, exp, nbf = 0 } = payload;
    if (exp === undefined || !Number.isFinite(exp)) throw new AppError('token.missing_expiry');
    if (typeof sub !== 'string' || typeof sid !== 'string' || typeof fph !== 'string')
      throw new AppError('token.invalid_signature');
    return {
      claims: { userId: sub, sessionId: sid, assurance: aal === 'aal2' ? 'aal2' : 'aal1', deviceHash: fph },
      from: nbf,
      until: exp,
    };
  }

  #signer() {
    const [signer] = this.#secrets.signingKeys;
    if (!signer) throw new Error('there is no key');
    if (this.#signing?.kid !== signer.kid)
      this.#signing = { kid: signer.kid, key: importJWK(signer, 'ES256') };
    return this.#signing;
  }

  #verifiers(): JWTVerifyGetKey {
    const published = this.publicKeys();
    const kids = published.keys.map(({ kid }) => kid).join(' ');
    if (this.#verifying?.kids !== kids) this.#verifying = { kids, keys: createLocalJWKSet(published) };
    return this.#verifying.keys;
  }

  #remember(token: string, verified: Verified): void {
    const [oldest] = this.#verified.keys();
    if (oldest !== undefined && this.#verified.size >= mostRemembered) this.#verified.delete(oldest);
    this.#verified.set(token, verified);
  }
}

function isWithin({ from, until }: Verified, now: Date): boolean {
  const seconds = Math.floor(now.getTime() / 1000);
  return from <= seconds && seconds < until;
}

/**
 * Returns the `amr` claim (RFC 8176). A session's first factor is not stored, and nothing is
 * decided by this claim.
 */
function getMethods({ assurance }: AccessClaims): string[] {
  return assurance === 'aal2' ? ['pwd', 'otp'] : ['pwd'];
}

/** Returns the members of a key that are known to be public. */
function publicPart(key: SigningKey): { kty: string; kid: string } {
  const members = Object.entries(key).filter(([name]) => publicMembers.has(name));
  return { ...Object.fromEntries(members), kty: key.kty ?? 'EC', kid: key.kid };
}

function getHeader(token: string): { alg?: unknown; kid?: unknown } {
  try {
    return decodeProtectedHeader(token);
  } catch {
    return {}; // not a token: it is refused below
  }
}

function toCode(error: unknown): ErrorCode {
  if (error instanceof errors.JWTExpired) return 'token.expired';
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'exp')
    return 'token.missing_expiry';
  return 'token.invalid_signature';
}
