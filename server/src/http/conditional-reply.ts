import { hash } from 'node:crypto';
import { indiaDate } from '@samay/contract/core/time';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../context/request-context.ts';

/** The result for a reply that the client already has. */
export const unchanged = Symbol('unchanged');

interface Asked {
  /** The release that makes the reply. */
  readonly release: string;
  readonly caller: Caller;
  readonly now: Date;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Computes the ETag of a reply before the reply is made (decision 0036). It is a hash of all
 * sources of the reply: the release, the address with its query, the caller and role, their
 * business with its state, type and change stamp, and the day in India, which turns the plan's
 * cycle too. A reply that the clock changes earlier names the instant (`changesAt`), which is part
 * of the ETag.
 */
export class ConditionalReply {
  readonly #asked: Asked;
  readonly #state: string;
  #expiry: number | undefined;

  constructor(asked: Asked) {
    const { release, caller, now, request } = asked;
    this.#asked = asked;
    this.#state = JSON.stringify([
      release,
      request.url,
      caller.userId,
      caller.role,
      caller.tenant?.id,
      caller.tenant?.suspended,
      caller.businessType,
      caller.changeStamp,
      indiaDate(now),
    ]);
  }

  /** Returns whether the client has this reply already; then its ETag is written. */
  isUnchanged(): boolean {
    const { request, reply, now } = this.#asked;
    const known = tagsIn(request.headers['if-none-match']).find(
      ({ tag, expiry }) => tag === this.#tag(expiry) && isAhead(expiry, now),
    );
    if (known) void reply.header('etag', known.tag);
    return known !== undefined;
  }

  /** Notes that the clock changes the reply at this instant. The earliest counts. */
  readonly changesAt = (instant: Date): void => {
    this.#expiry = Math.min(this.#expiry ?? Infinity, instant.getTime());
  };

  /** Writes the ETag, once the reply is made. */
  tag(): void {
    void this.#asked.reply.header('etag', this.#tag(this.#expiry?.toString(36) ?? ''));
  }

  /** Formats a weak ETag: a compressed reply has other bytes. */
  #tag(expiry: string): string {
    return `W/"${hash('sha256', expiry + this.#state, 'base64url')}.${expiry}"`;
  }
}

/** Reads our tags in the header, at most four; anything else, `*` included, matches nothing. */
function tagsIn(header: string | undefined): { tag: string; expiry: string }[] {
  if (header === undefined) return [];
  const found = header.slice(0, 400).matchAll(/"([\w-]{43}\.([\da-z]{0,12}))"/g);
  return [...found].map(([, text = '', expiry = '']) => ({ tag: `W/"${text}"`, expiry }));
}

function isAhead(expiry: string, now: Date): boolean {
  return expiry === '' || now.getTime() < Number.parseInt(expiry, 36);
}
