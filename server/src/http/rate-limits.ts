import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Settings } from '../core/settings.ts';
import { AppError } from '../core/app-error.ts';

/** The rate limits per minute (reliability.md 5.4), counted in the memory of this process. */
export class Limits {
  readonly #anonymous: RateLimiterMemory;
  readonly #expired: RateLimiterMemory;
  readonly #users: RateLimiterMemory;
  readonly #writes: RateLimiterMemory;
  readonly #tenantWrites: RateLimiterMemory;
  readonly #uploads: RateLimiterMemory;
  readonly #fileLinks: RateLimiterMemory;

  constructor(limits: Settings['limits']) {
    this.#anonymous = perMinute(limits.anonymous);
    this.#expired = perMinute(limits.perUser);
    this.#users = perMinute(limits.perUser);
    this.#writes = perMinute(limits.writes);
    this.#tenantWrites = perMinute(limits.writesPerTenant);
    this.#uploads = perMinute(limits.uploads);
    this.#fileLinks = perMinute(limits.fileLinks);
  }

  async countAnonymous(request: FastifyRequest): Promise<void> {
    await take(this.#anonymous, addressKey(request.ip));
  }

  /**
   * Counts a request whose session was refused. Expired tokens have a limit of their own, as high as a person's: the screens of a clinic share
   * an address, and in the morning each sends one request with an expired token before it renews it.
   */
  async countRejected(request: FastifyRequest, error: unknown): Promise<void> {
    const isExpired = error instanceof AppError && error.code === 'token.expired';
    await take(isExpired ? this.#expired : this.#anonymous, addressKey(request.ip));
  }

  async countUser(userId: string): Promise<void> {
    await take(this.#users, userId);
  }

  async countWrite(userId: string, tenantId: string): Promise<void> {
    await take(this.#writes, userId);
    await take(this.#tenantWrites, tenantId);
  }

  async countUpload(userId: string): Promise<void> {
    await take(this.#uploads, userId);
  }

  async countFileLink(userId: string): Promise<void> {
    await take(this.#fileLinks, userId);
  }
}

/** Counts one, or refuses with 429 and the seconds to wait. */
export async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  await limiter.consume(key).catch((reason: unknown) => {
    if (!(reason instanceof RateLimiterRes)) throw reason;
    throw new AppError('request.too_many', { retryAfter: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) });
  });
}

/** The key of an address for counting: IPv4 in full, IPv6 by its /64, because one household or attacker has all of that. */
export function addressKey(ip: string): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

export function perMinute(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: 60 });
}
