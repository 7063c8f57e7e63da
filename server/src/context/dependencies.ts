import type { FastifyBaseLogger } from 'fastify';
import type { CalendarProvider } from '../adapters/calendar/port.ts';
import type { Clock } from '../adapters/clock/port.ts';
import type { FileStore } from '../adapters/files/port.ts';
import type { IdentityProvider } from '../adapters/identity/port.ts';
import type { Mailer } from '../adapters/mail/port.ts';
import type { PaymentProvider } from '../adapters/payments/port.ts';
import type { WebhookSender } from '../adapters/webhooks/port.ts';
import type { Settings } from '../core/settings.ts';
import type { Database } from '../db/client/database.ts';
import type { Disk } from '../core/disk.ts';
import type { Secrets } from '../core/secrets.ts';
import type { AnnounceBooking } from './booking-events.ts';

/** All that the app is made of; main.ts makes the real ones, tests make theirs. */
export interface Dependencies {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly database: Database;
  readonly clock: Clock;
  readonly files: FileStore;
  /** Absent where no mail server is set up. */
  readonly mail?: Mailer | undefined;
  /** Absent where signing in with Google is not set up. */
  readonly identity?: IdentityProvider | undefined;
  /** Absent where Google is not set up. */
  readonly calendar?: CalendarProvider | undefined;
  readonly webhooks: WebhookSender;
  /** Absent where no payment provider is set up. */
  readonly payments?: PaymentProvider | undefined;
  /** The disk with the data; absent where nobody watches it. */
  readonly disk?: Disk | undefined;
  /** Where the built web app lies; absent when it is served elsewhere. */
  readonly webDirectory?: string | undefined;
  readonly log?: FastifyBaseLogger | undefined;
  /** How often a stream of changes asks whether its session still lives; 15 s unless told. */
  readonly liveHeartbeatMs?: number | undefined;
}

/** What verbs get: the dependencies, and what one module hands to another. server/src/app.ts puts it together. */
export interface AppDependencies extends Dependencies {
  readonly announceBooking: AnnounceBooking;
}
