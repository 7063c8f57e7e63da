import type { z } from 'zod';
import type { Permission } from './roles.ts';

/**
 * The callers of an endpoint: anyone, anyone signed in, or people whose role has the permission.
 */
export type Access = 'public' | 'session' | Permission;

/**
 * The assurance that an endpoint demands beyond the password. By default a caller with a second
 * factor has proven it in this session, and a caller who must have one has it.
 * - `any`: also before that, for the calls that lead there.
 * - `enrolment`: also for those who must have a second factor and have none yet.
 * - `aal2-when-enrolled`: a caller with a second factor has proven it within the last hour.
 */
export type Assurance = 'any' | 'enrolment' | 'aal2-when-enrolled';

/**
 * One call of the API. It binds the server's route, types the browser's call, makes the OpenAPI
 * page and drives the tests of every endpoint.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with `:name` for each of `params`. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The reply; absent if the answer is 204, a file or a stream. */
  readonly reply?: Reply;
  /** The status; 200 by default. */
  readonly status?: 200 | 201;
  /** Not counted as a change: it continues one that was counted. */
  readonly partOfChange?: true;
  /** Takes an Idempotency-Key header: the same key has one effect and one reply for 24 hours. */
  readonly idempotent?: true;
  /**
   * The form of the body or the answer. `upload`: one multipart file in the field `file`. `file`
   * and `events`: the answer is a file or a stream of events. `form` and `raw`: a third party
   * sends, and the verb reads `request.body` itself: the fields of a form post, or the exact bytes
   * that were signed.
   */
  readonly transport?: 'upload' | 'events' | 'file' | 'form' | 'raw';
  readonly assurance?: Assurance;
  /**
   * Allows the change to the people of a suspended business: it guards or ends their own account.
   * Other changes are rejected with `tenant.suspended`.
   */
  readonly whileSuspended?: true;
  /**
   * Marks a screen of a business: its reply has an ETag, and `If-None-Match` with it is answered
   * with 304 while nothing has changed, without reading the screen's rows. Only for a GET that
   * writes nothing, not even to the audit log.
   */
  readonly conditional?: true;
  /**
   * Rejects super admins with `platform.reason_needed` until they have given a reason for the
   * access to the business that the call names, in its path or as a filter.
   */
  readonly needsReason?: true;
}

export type AnyEndpoint = Endpoint;

/** Keeps the schemas' own types while checking the shape. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Reply extends z.ZodType = z.ZodUndefined,
>(definition: Endpoint<Params, Query, Body, Reply>): Endpoint<Params, Query, Body, Reply> {
  return definition;
}

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type QueryInput<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never;
export type BodyInput<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.input<B> : never;
export type ReplyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer R> ? z.output<R> : never;
