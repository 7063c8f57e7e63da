import { z } from 'zod';
import { secretKeyProblems, getSecretKeys, withSecretFiles } from './secret-settings.ts';
import { type FileSettings, fileProblems, getFiles } from './file-settings.ts';
import {
  getCalendar,
  type GoogleCalendarSettings,
  getGoogle,
  googleProblems,
  type GoogleSettings,
  isLoopback,
  getParts,
  getRazorpay,
  getRazorpayAddresses,
  getWhatsApp,
  plainProblems,
  razorpayProblems,
  type RazorpayAccount,
  type RazorpayAddresses,
  whatsAppProblems,
  type WhatsAppSettings,
} from './third-party-settings.ts';
import { type Deadlines, usualDeadlines } from './database-deadlines.ts';

const milliseconds = z.coerce.number().int().positive();
const flag = z.enum(['0', '1']).transform((value) => value === '1');
const postgresAddress = z
  .string()
  .refine(isPostgres, 'must be an address like postgres://user:password@host/database');

/**
 * The settings of the server by name in the environment. A new one is added here and in `Settings`
 * below, .env.example and docs/settings.md.
 */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().default('./data'),
  /**
   * The folder of `npm run backup`, and the public keys of age that can open its backups, separated
   * by commas.
   */
  BACKUP_DIR: z.string().optional(),
  BACKUP_RECIPIENTS: z.string().default(''),
  /**
   * A private key of Ed25519 in base64 that signs backups, as `npm run backup -- new-key` prints
   * it.
   */
  BACKUP_SIGNING_KEY: z.string().optional(),
  DATABASE_URL: postgresAddress.optional(),
  MIGRATION_DATABASE_URL: postgresAddress.optional(),
  /**
   * The database without the pooler of DATABASE_URL: notifications do not pass through a pooler's
   * transactions.
   */
  LISTEN_DATABASE_URL: postgresAddress.optional(),
  /**
   * The keys of several servers, the first of which makes new values; without them keys are in
   * DATA_DIR/secrets.json.
   */
  SECRET_KEYS: z.string().optional(),
  /**
   * Free space on the disk of DATA_DIR: below the first a warning is logged, below the second no
   * new data is accepted.
   */
  DISK_WARNING_MB: z.coerce.number().int().min(64).default(500),
  DISK_RESERVE_MB: z.coerce.number().int().min(64).default(100),
  /**
   * The time after which a statement of the embedded database, and the process itself, count as
   * stuck.
   */
  STUCK_AFTER_SECONDS: z.coerce.number().int().min(2).max(3600).default(30),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  /** The time after which PostgreSQL cancels a request's statement. */
  DATABASE_STATEMENT_MS: milliseconds.default(usualDeadlines.statementMs),
  /** The time after which a connection without an answer is discarded. */
  DATABASE_ANSWER_MS: milliseconds.default(usualDeadlines.answerMs),
  /** The time that a request waits for a connection. */
  DATABASE_WAIT_MS: milliseconds.default(usualDeadlines.waitMs),
  /** The times after which idle connections, and all others, are closed. */
  DATABASE_IDLE_MS: milliseconds.default(usualDeadlines.idleMs),
  DATABASE_LIFE_SECONDS: z.coerce.number().int().positive().default(usualDeadlines.lifeSeconds),
  /** The time within which the database and the folder of files must answer for readiness. */
  READINESS_MS: milliseconds.default(1_000),
  /** Whether connections keep prepared statements. */
  PREPARED_STATEMENTS: flag.default(true),
  TRUSTED_PROXIES: z.string().default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** The port on which Prometheus reads metrics; without it nothing is counted. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** Requests per minute and person; tests and benchmarks raise it. */
  RATE_LIMIT_PER_USER: z.coerce.number().int().positive().default(300),
  RATE_LIMIT_ANONYMOUS: z.coerce.number().int().positive().default(60),
  RATE_LIMIT_WRITES: z.coerce.number().int().positive().default(20),
  RATE_LIMIT_WRITES_PER_TENANT: z.coerce.number().int().positive().default(60),
  RATE_LIMIT_UPLOADS: z.coerce.number().int().positive().default(10),
  RATE_LIMIT_FILE_LINKS: z.coerce.number().int().positive().default(60),
  /** Renewals of sessions per minute from one address. */
  RATE_LIMIT_REFRESHES: z.coerce.number().int().positive().default(30),
  /** The most open event streams. */
  LIVE_STREAMS_PER_USER: z.coerce.number().int().positive().default(5),
  LIVE_STREAMS_PER_TENANT: z.coerce.number().int().positive().default(100),
  /** The time in which the headers and the body of a request must each arrive, uploads excepted. */
  REQUEST_SECONDS: z.coerce.number().positive().max(300).default(20),
  /** The idle timeout of an upload. */
  UPLOAD_IDLE_SECONDS: z.coerce.number().positive().default(30),
  /** Failed sign-ins within 15 minutes, per account and address, and per address. */
  SIGN_IN_FAILURES_PER_ACCOUNT: z.coerce.number().int().positive().default(5),
  SIGN_IN_FAILURES_PER_ADDRESS: z.coerce.number().int().positive().default(20),
  /**
   * Codes of second factors tried in a minute from one address, and wrong ones of one person in 15
   * minutes.
   */
  CODES_PER_ADDRESS: z.coerce.number().int().positive().default(15),
  WRONG_CODES_PER_PERSON: z.coerce.number().int().positive().default(10),
  /** Orders and, counted separately, verifications of payments per minute from one address. */
  RATE_LIMIT_PAYMENTS: z.coerce.number().int().positive().default(5),
  RATE_LIMIT_OWN_BOOKING: z.coerce.number().int().positive().default(60),
  RATE_LIMIT_OWN_BOOKINGS_PER_TENANT: z.coerce.number().int().positive().default(600),
  RATE_LIMIT_PUBLIC_PAGE: z.coerce.number().int().positive().default(300),
  RATE_LIMIT_PUBLIC_PAGES_PER_TENANT: z.coerce.number().int().positive().default(3000),
  RATE_LIMIT_HOLDS: z.coerce.number().int().positive().default(60),
  RATE_LIMIT_REQUESTS_PER_TENANT: z.coerce.number().int().positive().default(600),
  RATE_LIMIT_CODES_PER_TENANT: z.coerce.number().int().positive().default(100),
  OWN_BOOKING_CHANGES: z.coerce.number().int().positive().default(10),
  /**
   * The account at Razorpay: payments can be made once its key is set. The two addresses are
   * changed only for the sandbox.
   */
  RAZORPAY_KEY_ID: z.string().optional(),
  RAZORPAY_KEY_SECRET: z.string().optional(),
  RAZORPAY_WEBHOOK_SECRETS: z.string().default(''),
  RAZORPAY_API_URL: z.url().default('https://api.razorpay.com'),
  RAZORPAY_CHECKOUT_URL: z.url().default('https://api.razorpay.com/v1/checkout/embedded'),
  /**
   * Booking emails per day to one address, from all businesses; one business may send half of them.
   */
  BOOKING_MAILS_PER_EMAIL: z.coerce.number().int().positive().default(10),
  /** Emails with links per hour, per email address and per requesting IP address. */
  LINKS_PER_EMAIL: z.coerce.number().int().positive().default(3),
  LINKS_PER_ADDRESS: z.coerce.number().int().positive().default(10),
  /**
   * The mail server, `smtp://user:password@host:587` or `smtps://`; without it nothing is mailed.
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().optional(),
  /** The contact for questions about data and the service; shown on the public pages. */
  CONTACT_EMAIL: z.email().optional(),
  /**
   * Invitations made within a day by one business, and by one business for one email; and mailed to
   * one email from all businesses.
   */
  INVITATIONS_PER_TENANT: z.coerce.number().int().positive().default(20),
  INVITATIONS_PER_ADDRESS: z.coerce.number().int().positive().default(3),
  INVITATION_MAILS_PER_EMAIL: z.coerce.number().int().positive().default(12),
  /** Signing in with Google, once its two secrets are set; another issuer is for the sandbox. */
  GOOGLE_ISSUER: z.url({ protocol: /^https?$/ }).default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  /** Google Calendar's addresses; others are for the sandbox. */
  GOOGLE_CALENDAR_URL: z.url({ protocol: /^https?$/ }).default('https://www.googleapis.com'),
  GOOGLE_CALENDAR_PAGES_URL: z.url({ protocol: /^https?$/ }).default('https://calendar.google.com/calendar'),
  GOOGLE_OAUTH_CONSENT_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_OAUTH_TOKEN_URL: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
  GOOGLE_OAUTH_REVOKE_URL: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/revoke'),
  /**
   * WhatsApp Cloud API: the secrets of its webhook, and the number of the installation. The address
   * is changed only for the sandbox.
   */
  WHATSAPP_APP_SECRETS: z.string().default(''),
  WHATSAPP_VERIFY_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d{1,30}$/, 'must be the id of the number, in digits')
    .optional(),
  WHATSAPP_ACCOUNT_ID: z
    .string()
    .regex(/^\d{1,30}$/, 'must be the id of the account, in digits')
    .optional(),
  WHATSAPP_TOKEN: z
    .string()
    .regex(/^[\x21-\x7E]+$/, 'must be a token without spaces')
    .optional(),
  WHATSAPP_API_URL: z.url({ protocol: /^https?$/ }).default('https://graph.facebook.com'),
  /** Messages of a month by the installation's number, by plan. */
  NOTICE_CREDITS_BASIC: z.coerce.number().int().min(0).max(1_000_000).default(25),
  NOTICE_CREDITS_PREMIUM: z.coerce.number().int().min(0).max(1_000_000).default(750),
  NOTICE_CREDITS_ENTERPRISE: z.coerce.number().int().min(0).max(1_000_000).default(7500),
  WHATSAPP_API_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.\d$/, 'must be like v26.0')
    .default('v26.0'),
  /** The address of MSG91, by whose accounts businesses send SMS; changed only for the sandbox. */
  MSG91_API_URL: z.url({ protocol: /^https?$/ }).default('https://control.msg91.com'),
  /** Lets webhooks reach this machine itself, as the demo and tests do; never in production. */
  WEBHOOKS_TO_LOOPBACK: flag.optional(),
  /**
   * A bucket for uploaded files in an object storage that speaks S3, once the first five are set.
   */
  FILES_BUCKET: z.string().optional(),
  FILES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  FILES_REGION: z.string().optional(),
  FILES_ACCESS_KEY: z.string().optional(),
  FILES_SECRET_KEY: z.string().optional(),
  FILES_ENCRYPTION: z.enum(['AES256', 'aws:kms', 'none']).default('AES256'),
  FILES_PATH_STYLE: flag.default(true),
  FILES_WRITTEN_TO: z.enum(['folder', 'bucket']).optional(),
  /** Fills an empty database with the demo; never in production. */
  SAMAY_DEMO: flag.optional(),
});

export interface Settings {
  readonly production: boolean;
  readonly demo: boolean;
  readonly port: number;
  readonly host: string;
  /** The address that people type, without a slash at its end. */
  readonly publicUrl: string;
  readonly dataDirectory: string;
  readonly backup: {
    readonly directory: string | undefined;
    readonly recipients: readonly string[];
    readonly signingKey: string | undefined;
  };
  readonly databaseUrl: string | undefined;
  readonly migrationDatabaseUrl: string | undefined;
  /** The database on which the server listens for changes. */
  readonly listenDatabaseUrl: string | undefined;
  /**
   * Base64, 32 bytes each: the first encrypts the keys in the database, all decrypt. Empty: the
   * keys are in a file.
   */
  readonly secretKeys: readonly string[];
  readonly databasePoolSize: number;
  readonly databaseDeadlines: Deadlines;
  readonly readinessMs: number;
  readonly preparedStatements: boolean;
  readonly disk: { readonly warningMb: number; readonly reserveMb: number };
  readonly stuckAfterSeconds: number;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
  /** Undefined: nothing is counted. */
  readonly metrics: { readonly port: number; readonly host: string } | undefined;
  /** Undefined: nothing is mailed. */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  /**
   * An email address. Undefined: the sender address of emails is the contact; without mail there is
   * none.
   */
  readonly contactEmail: string | undefined;
  readonly limits: {
    readonly perUser: number;
    readonly anonymous: number;
    readonly writes: number;
    readonly writesPerTenant: number;
    readonly uploads: number;
    readonly fileLinks: number;
    readonly refreshes: number;
    readonly streamsPerUser: number;
    readonly streamsPerTenant: number;
    readonly requestSeconds: number;
    readonly uploadIdleSeconds: number;
    readonly signInFailuresPerAccount: number;
    readonly signInFailuresPerAddress: number;
    readonly codesPerAddress: number;
    readonly wrongCodesPerPerson: number;
    readonly invitationsPerTenant: number;
    readonly invitationsPerAddress: number;
    readonly invitationMailsPerEmail: number;
    readonly bookingMailsPerEmail: number;
    readonly linksPerEmail: number;
    readonly linksPerAddress: number;
    readonly payments: number;
    readonly ownBooking: number;
    readonly ownBookingsPerTenant: number;
    readonly ownChanges: number;
    readonly publicPage: number;
    readonly publicPagesPerTenant: number;
    readonly holds: number;
    readonly requestsPerTenant: number;
    readonly codesPerTenant: number;
  };
  /** Undefined: nothing can be paid here. */
  /** The platform's own account, which plans are paid to. */
  readonly razorpay: RazorpayAccount | undefined;
  readonly razorpayAddresses: RazorpayAddresses;
  /** Undefined: nobody signs in with Google here. */
  readonly google: GoogleSettings | undefined;
  /** Undefined: no calendar can be connected here. */
  readonly calendar: GoogleCalendarSettings | undefined;
  /** Undefined: nothing is sent by WhatsApp. */
  readonly whatsApp: WhatsAppSettings | undefined;
  /** The messages of a month by the installation's number that each plan includes. */
  readonly noticeCredits: { readonly basic: number; readonly premium: number; readonly enterprise: number };
  /** The address of MSG91, without a slash at its end. */
  readonly msg91Url: string;
  /** The address at which calendars are shown to people, without a slash at its end. */
  readonly calendarPagesUrl: string;
  /** Whether webhooks may reach this machine itself, for the sandbox. */
  readonly webhooksToLoopback: boolean;
  readonly files: FileSettings;
}

/**
 * Reads the settings from the environment. Throws one error that lists everything missing or wrong.
 */
export function readSettings(given: Record<string, string | undefined>): Settings {
  const { environment, problems } = withSecretFiles(given);
  const parsed = Environment.safeParse(withoutEmpty(environment));
  if (!parsed.success)
    problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  problems.push(...secretKeyProblems(environment['SECRET_KEYS'], environment['DATABASE_URL']));
  const production = environment['NODE_ENV'] === 'production';
  if (production && !environment['PUBLIC_URL'])
    problems.push('PUBLIC_URL: the https address that people type is missing');
  if (
    production &&
    environment['PUBLIC_URL']?.startsWith('http:') &&
    !isLoopback(environment['PUBLIC_URL'])
  ) {
    problems.push('PUBLIC_URL: must be https, because the session cookies travel to it');
  }
  if (parsed.success && parsed.data.MIGRATION_DATABASE_URL && !parsed.data.DATABASE_URL) {
    problems.push(
      'DATABASE_URL: the role that serves is missing beside MIGRATION_DATABASE_URL; without both the database is embedded',
    );
  }
  if (environment['SMTP_URL'] && !environment['MAIL_FROM'])
    problems.push('MAIL_FROM: the address that emails come from is missing');
  if (production && environment['SAMAY_DEMO'] === '1')
    problems.push('SAMAY_DEMO: there is no demo in production');
  if (production && environment['WEBHOOKS_TO_LOOPBACK'] === '1')
    problems.push('WEBHOOKS_TO_LOOPBACK: in production webhooks never reach this machine itself');
  if (parsed.success && parsed.data.DATABASE_ANSWER_MS <= parsed.data.DATABASE_STATEMENT_MS)
    problems.push(
      'DATABASE_ANSWER_MS: must be above DATABASE_STATEMENT_MS, so that PostgreSQL gives a slow statement up first',
    );
  if (parsed.success)
    problems.push(
      ...razorpayProblems(parsed.data, production),
      ...googleProblems(parsed.data, production),
      ...whatsAppProblems(parsed.data, production),
      ...plainProblems('MSG91_API_URL', parsed.data, production),
      ...fileProblems(parsed.data, production, isLoopback),
    );
  if (!parsed.success || problems.length > 0)
    throw new Error(`These settings stop the start:\n${problems.map((line) => `  ${line}`).join('\n')}`);

  const value = parsed.data;
  return {
    production,
    demo: value.SAMAY_DEMO ?? value.NODE_ENV === 'development',
    port: value.PORT,
    host: value.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/$/, ''),
    dataDirectory: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    migrationDatabaseUrl: value.MIGRATION_DATABASE_URL,
    listenDatabaseUrl: value.LISTEN_DATABASE_URL ?? value.DATABASE_URL,
    secretKeys: getSecretKeys(value.SECRET_KEYS),
    databasePoolSize: value.DATABASE_POOL_SIZE,
    databaseDeadlines: {
      statementMs: value.DATABASE_STATEMENT_MS,
      answerMs: value.DATABASE_ANSWER_MS,
      waitMs: value.DATABASE_WAIT_MS,
      idleMs: value.DATABASE_IDLE_MS,
      lifeSeconds: value.DATABASE_LIFE_SECONDS,
    },
    backup: {
      directory: value.BACKUP_DIR,
      recipients: getParts(value.BACKUP_RECIPIENTS),
      signingKey: value.BACKUP_SIGNING_KEY,
    },
    readinessMs: value.READINESS_MS,
    preparedStatements: value.PREPARED_STATEMENTS,
    disk: { warningMb: value.DISK_WARNING_MB, reserveMb: value.DISK_RESERVE_MB },
    stuckAfterSeconds: value.STUCK_AFTER_SECONDS,
    trustedProxies: getParts(value.TRUSTED_PROXIES),
    logLevel: value.LOG_LEVEL,
    metrics:
      value.METRICS_PORT === undefined ? undefined : { port: value.METRICS_PORT, host: value.METRICS_HOST },
    mail: value.SMTP_URL && value.MAIL_FROM ? { url: value.SMTP_URL, from: value.MAIL_FROM } : undefined,
    contactEmail: value.CONTACT_EMAIL,
    limits: {
      perUser: value.RATE_LIMIT_PER_USER,
      anonymous: value.RATE_LIMIT_ANONYMOUS,
      writes: value.RATE_LIMIT_WRITES,
      writesPerTenant: value.RATE_LIMIT_WRITES_PER_TENANT,
      uploads: value.RATE_LIMIT_UPLOADS,
      fileLinks: value.RATE_LIMIT_FILE_LINKS,
      refreshes: value.RATE_LIMIT_REFRESHES,
      streamsPerUser: value.LIVE_STREAMS_PER_USER,
      streamsPerTenant: value.LIVE_STREAMS_PER_TENANT,
      requestSeconds: value.REQUEST_SECONDS,
      uploadIdleSeconds: value.UPLOAD_IDLE_SECONDS,
      signInFailuresPerAccount: value.SIGN_IN_FAILURES_PER_ACCOUNT,
      signInFailuresPerAddress: value.SIGN_IN_FAILURES_PER_ADDRESS,
      codesPerAddress: value.CODES_PER_ADDRESS,
      wrongCodesPerPerson: value.WRONG_CODES_PER_PERSON,
      invitationsPerTenant: value.INVITATIONS_PER_TENANT,
      invitationsPerAddress: value.INVITATIONS_PER_ADDRESS,
      invitationMailsPerEmail: value.INVITATION_MAILS_PER_EMAIL,
      bookingMailsPerEmail: value.BOOKING_MAILS_PER_EMAIL,
      linksPerEmail: value.LINKS_PER_EMAIL,
      linksPerAddress: value.LINKS_PER_ADDRESS,
      payments: value.RATE_LIMIT_PAYMENTS,
      ownBooking: value.RATE_LIMIT_OWN_BOOKING,
      ownBookingsPerTenant: value.RATE_LIMIT_OWN_BOOKINGS_PER_TENANT,
      publicPage: value.RATE_LIMIT_PUBLIC_PAGE,
      publicPagesPerTenant: value.RATE_LIMIT_PUBLIC_PAGES_PER_TENANT,
      holds: value.RATE_LIMIT_HOLDS,
      requestsPerTenant: value.RATE_LIMIT_REQUESTS_PER_TENANT,
      codesPerTenant: value.RATE_LIMIT_CODES_PER_TENANT,
      ownChanges: value.OWN_BOOKING_CHANGES,
    },
    razorpay: getRazorpay(value),
    razorpayAddresses: getRazorpayAddresses(value),
    google: getGoogle(value),
    calendar: getCalendar(value),
    whatsApp: getWhatsApp(value),
    noticeCredits: {
      basic: value.NOTICE_CREDITS_BASIC,
      premium: value.NOTICE_CREDITS_PREMIUM,
      enterprise: value.NOTICE_CREDITS_ENTERPRISE,
    },
    msg91Url: value.MSG91_API_URL.replace(/\/$/, ''),
    calendarPagesUrl: value.GOOGLE_CALENDAR_PAGES_URL.replace(/\/$/, ''),
    webhooksToLoopback: value.WEBHOOKS_TO_LOOPBACK ?? !production,
    files: getFiles(value),
  };
}

function isPostgres(url: string): boolean {
  return URL.canParse(url) && /^postgres(?:ql)?:$/.test(new URL(url).protocol);
}

function withoutEmpty(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
}
