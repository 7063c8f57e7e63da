import { z } from 'zod';

const flag = z.enum(['0', '1']).transform((value) => value === '1');

/** Every setting of the server, by its name in the environment. docs/operations.md explains each. */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.string().optional(),
  MIGRATION_DATABASE_URL: z.string().optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  TRUSTED_PROXIES: z.string().default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Requests a minute that one person may make; tests and measurements raise it. */
  RATE_LIMIT_PER_USER: z.coerce.number().int().positive().default(300),
  RATE_LIMIT_ANONYMOUS: z.coerce.number().int().positive().default(60),
  RATE_LIMIT_WRITES: z.coerce.number().int().positive().default(20),
  RATE_LIMIT_WRITES_PER_TENANT: z.coerce.number().int().positive().default(60),
  RATE_LIMIT_UPLOADS: z.coerce.number().int().positive().default(10),
  /** An upload of which nothing arrives for so long is given up. */
  UPLOAD_IDLE_SECONDS: z.coerce.number().positive().default(30),
  /** Failed sign-ins within 15 minutes, per account and address, and per address. */
  SIGN_IN_FAILURES_PER_ACCOUNT: z.coerce.number().int().positive().default(5),
  SIGN_IN_FAILURES_PER_ADDRESS: z.coerce.number().int().positive().default(20),
  /** Fill an empty database with the demo; never in production. */
  SAMAY_DEMO: flag.optional(),
});

export interface Settings {
  readonly production: boolean;
  readonly demo: boolean;
  readonly port: number;
  readonly host: string;
  /** The address people type, without a slash at its end. */
  readonly publicUrl: string;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  readonly migrationDatabaseUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
  readonly limits: {
    readonly perUser: number;
    readonly anonymous: number;
    readonly writes: number;
    readonly writesPerTenant: number;
    readonly uploads: number;
    readonly uploadIdleSeconds: number;
    readonly signInFailuresPerAccount: number;
    readonly signInFailuresPerAddress: number;
  };
}

/** The settings from an environment. Throws one error that lists everything missing or wrong. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const parsed = Environment.safeParse(withoutEmpty(environment));
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const production = environment['NODE_ENV'] === 'production';
  if (production && !environment['PUBLIC_URL']) problems.push('PUBLIC_URL: the https address that people type is missing');
  if (production && environment['PUBLIC_URL']?.startsWith('http:') && !isLoopback(environment['PUBLIC_URL'])) {
    problems.push('PUBLIC_URL: must be https, because the session cookies travel to it');
  }
  if (production && environment['SAMAY_DEMO'] === '1') problems.push('SAMAY_DEMO: there is no demo in production');
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
    databasePoolSize: value.DATABASE_POOL_SIZE,
    trustedProxies: value.TRUSTED_PROXIES.split(',')
      .map((part) => part.trim())
      .filter(Boolean),
    logLevel: value.LOG_LEVEL,
    limits: {
      perUser: value.RATE_LIMIT_PER_USER,
      anonymous: value.RATE_LIMIT_ANONYMOUS,
      writes: value.RATE_LIMIT_WRITES,
      writesPerTenant: value.RATE_LIMIT_WRITES_PER_TENANT,
      uploads: value.RATE_LIMIT_UPLOADS,
      uploadIdleSeconds: value.UPLOAD_IDLE_SECONDS,
      signInFailuresPerAccount: value.SIGN_IN_FAILURES_PER_ACCOUNT,
      signInFailuresPerAddress: value.SIGN_IN_FAILURES_PER_ADDRESS,
    },
  };
}

/** Whether an address is this machine's own, where http is as private as https. */
export function isLoopback(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

function withoutEmpty(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
}
