import type { FastifyRequest } from 'fastify';
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import type { Settings } from '../../core/settings.ts';
import { AppError } from '../../core/app-error.ts';
import { type Metrics, noMetrics } from '../../core/metrics.ts';

/**
 * The rate limits per minute that protect the server, counted in the memory of this process. Limits
 * that protect money or people are counted over all servers (shared-limiter.ts).
 */
export class Limits {
  readonly #anonymous: ProcessLimiter;
  readonly #expired: ProcessLimiter;
  readonly #users: ProcessLimiter;
  readonly #writes: ProcessLimiter;
  readonly #tenantWrites: ProcessLimiter;
  readonly #uploads: ProcessLimiter;
  readonly #fileLinks: ProcessLimiter;

  constructor(limits: Settings['limits'], metrics?: Metrics) {
    this.#anonymous = new ProcessLimiter('anonymous', limits.anonymous, metrics);
    this.#expired = new ProcessLimiter('expired_tokens', limits.perUser, metrics);
    this.#users = new ProcessLimiter('requests', limits.perUser, metrics);
    this.#writes = new ProcessLimiter('writes', limits.writes, metrics);
    this.#tenantWrites = new ProcessLimiter('writes_of_business', limits.writesPerTenant, metrics);
    this.#uploads = new ProcessLimiter('uploads', limits.uploads, metrics);
    this.#fileLinks = new ProcessLimiter('file_links', limits.fileLinks, metrics);
  }

  async countAnonymous(request: FastifyRequest): Promise<void> {
    await this.#anonymous.take(addressKey(request.ip));
  }

  /**
   * Counts a request whose session was refused. Expired tokens have their own limit, as high as a
   * person's: the screens of a clinic share an address, and in the morning each sends one request
   * with an expired token before it renews it.
   */
  async countRejected(request: FastifyRequest, error: unknown): Promise<void> {
    const isExpired = error instanceof AppError && error.code === 'token.expired';
    await (isExpired ? this.#expired : this.#anonymous).take(addressKey(request.ip));
  }

  async countUser(userId: string): Promise<void> {
    await this.#users.take(userId);
  }

  async countWrite(userId: string, tenantId: string): Promise<void> {
    await this.#writes.take(userId);
    await this.#tenantWrites.take(tenantId);
  }

  async countUpload(userId: string): Promise<void> {
    await this.#uploads.take(userId);
  }

  async countFileLink(userId: string): Promise<void> {
    await this.#fileLinks.take(userId);
  }
}

/** A limit per minute, counted in the memory of this process. */
export class ProcessLimiter {
  readonly #name: string;
  readonly #limiter: RateLimiterMemory;
  readonly #metrics: Metrics;

  constructor(name: string, perMinute: number, metrics: Metrics = noMetrics) {
    this.#name = name;
    this.#limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
    this.#metrics = metrics;
  }

  /** Counts one call. @throws `request.too_many` with the seconds to wait */
  async take(key: string): Promise<void> {
    await this.#limiter.consume(key).catch((reason: unknown) => {
      if (reason instanceof RateLimiterRes) this.#metrics.limitHit(this.#name);
      throw tooMany(reason);
    });
  }

  /** Asserts that another call may come, and counts none. @throws `request.too_many` with the seconds to wait */
  async assertLeft(key: string): Promise<void> {
    const counted = await this.#limiter.get(key);
    if (counted !== null && counted.remainingPoints <= 0) throw tooMany(counted);
  }
}

/**
 * Converts a refusal to an error: 429 with the seconds to wait. Any other reason is returned
 * unchanged.
 */
export function tooMany(reason: unknown): unknown {
  if (!(reason instanceof RateLimiterRes)) return reason;
  return new AppError('request.too_many', { retryAfter: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) });
}

/**
 * Returns the key of an address for counting: IPv4 in full, IPv6 by its /64, because one household
 * or attacker has a whole one.
 */
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
