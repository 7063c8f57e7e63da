import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';
import { Instant } from '../core/time.ts';

export const DeliveryChannel = z.enum(['mail', 'calendar', 'webhook']);

/** A business with a number of its rows. */
const BusinessRows = z.strictObject({ id: Id, name: z.string(), rows: z.int() });

/** The state of the installation, read at most every fifteen seconds. */
export const SystemStatus = z.strictObject({
  /** The time of the reading. */
  at: Instant,
  /** The release that the answering server runs, `1.0.0`. */
  version: z.string(),
  /** The last recorded backup; null if there is none. */
  backupAt: Instant.nullable(),
  restoreDrillAt: Instant.nullable(),
  /** The jobs that have succeeded once, on any server; `late` after three of their intervals. */
  jobs: z.array(
    z.strictObject({ name: z.string(), lastSuccessAt: Instant, everySeconds: z.int(), late: z.boolean() }),
  ),
  channels: z.array(
    z.strictObject({
      channel: DeliveryChannel,
      /** Whether the answering server can send through it. */
      isSetUp: z.boolean(),
      waiting: z.int(),
      /** The waiting effects that have failed before. */
      retrying: z.int(),
      /** The effects that failed for good and are not retried automatically. */
      givenUp: z.int(),
      /**
       * The effects that `replayDeliveries` sends again: failed before or given up, if they can
       * still be sent.
       */
      replayable: z.int(),
      /** The time since when the longest waiting one is due and no server has taken it. */
      dueSince: Instant.nullable(),
    }),
  ),
  outbox: z.array(z.strictObject({ kind: z.string(), waiting: z.int(), retrying: z.int() })),
  database: z.strictObject({
    kind: z.enum(['embedded', 'postgres']),
    bytes: z.int(),
    /** The largest tables, with PostgreSQL's estimate of their rows; null before its first. */
    tables: z.array(z.strictObject({ name: z.string(), bytes: z.int(), rows: z.int().nullable() })),
  }),
  /**
   * The businesses with the most bookings and their share of that table, estimated from a sample;
   * `newRows` are of the last thirty days.
   */
  largest: z.array(BusinessRows.extend({ newRows: z.int(), bytes: z.int() })),
  /**
   * The businesses with the most changes within the last hour, as far back as the newest pages of
   * the audit log.
   */
  busiest: z.strictObject({ since: Instant, businesses: z.array(BusinessRows) }),
  statements: z.strictObject({
    /**
     * `absent`: pg_stat_statements is not installed. `unreadable`: it is, and this server may not
     * read it. Both list none.
     */
    state: z.enum(['listed', 'absent', 'unreadable']),
    slowest: z.array(
      z.strictObject({ text: z.string(), calls: z.int(), meanMs: z.number(), totalMs: z.number() }),
    ),
  }),
});
export type SystemStatus = z.infer<typeof SystemStatus>;

export const getSystemStatus = endpoint({
  method: 'GET',
  path: '/api/platform/status',
  access: 'platform.manage',
  summary: 'How the installation does: jobs, deliveries, the database, and who uses it most.',
  reply: SystemStatus,
});

export const replayDeliveries = endpoint({
  method: 'POST',
  path: '/api/platform/deliveries/retries',
  access: 'platform.manage',
  summary: 'Send what failed, or waits for another try, again now, of all businesses.',
  reply: z.strictObject({ queued: z.int() }),
  status: 201,
});
