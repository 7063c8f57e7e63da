import type { FastifyBaseLogger } from 'fastify';
import type { CalendarProvider } from '../adapters/calendar/port.ts';
import type { Sms } from '../adapters/channels/sms-port.ts';
import type { WhatsApp } from '../adapters/channels/whatsapp.ts';
import type { FileStore } from '../adapters/files/port.ts';
import type { IdentityProvider } from '../adapters/identity/port.ts';
import type { Mailer } from '../adapters/mail/port.ts';
import type { AccountKeys, PaymentProvider } from '../adapters/payments/port.ts';
import type { WebhookSender } from '../adapters/webhooks/port.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Settings } from '../core/settings.ts';
import type { Database } from '../db/database.ts';
import type { Disk } from '../core/disk.ts';
import type { Secrets } from '../core/secrets.ts';

/** The dependencies of the app; start.ts creates the real ones, tests create theirs. */
export interface Dependencies {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly database: Database;
  /** Returns the current instant. */
  readonly clock: () => Date;
  readonly files: FileStore;
  /** Absent where no mail server is set up. */
  readonly mail?: Mailer | undefined;
  /** Absent where signing in with Google is not set up. */
  readonly identity?: IdentityProvider | undefined;
  /** Absent where Google is not set up. */
  readonly calendar?: CalendarProvider | undefined;
  /** Absent where WhatsApp is not set up. */
  readonly whatsApp?: WhatsApp | undefined;
  /** SMS by the accounts of businesses; absent only where tests leave it out. */
  readonly sms?: Sms | undefined;
  readonly webhooks: WebhookSender;
  /** Absent where no payment provider is set up. */
  readonly payments?: PaymentProvider | undefined;
  /** Opens the account of a business at the provider; undefined where there is none to ask. */
  readonly openAccount?: ((keys: AccountKeys) => PaymentProvider) | undefined;
  /** Absent where nothing is counted. */
  readonly metrics?: Metrics | undefined;
  /** The disk with the data; absent in most tests. */
  readonly disk?: Disk | undefined;
  /** Names this release in ETags; by default a hash of its sources. */
  readonly release?: string | undefined;
  /** The folder of the built web app; absent when it is served elsewhere. */
  readonly webDirectory?: string | undefined;
  readonly log?: FastifyBaseLogger | undefined;
  /**
   * The interval at which an event stream checks that its session is still valid; 15 s by default.
   */
  readonly liveHeartbeatMs?: number | undefined;
}
