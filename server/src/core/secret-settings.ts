import { readFileSync } from 'node:fs';
import { isKey } from './secrets.ts';

/**
 * The secret settings: each may be in a file instead, whose path is in the setting with `_FILE`
 * added.
 */
const secretNames = [
  'SECRET_KEYS',
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'LISTEN_DATABASE_URL',
  'SMTP_URL',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRETS',
  'GOOGLE_CLIENT_SECRET',
  'WHATSAPP_TOKEN',
  'WHATSAPP_APP_SECRETS',
  'WHATSAPP_VERIFY_TOKEN',
  'FILES_ACCESS_KEY',
  'FILES_SECRET_KEY',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the named files into the environment, and returns their problems. A line break at a file's
 * end is no part of the secret.
 */
export function withSecretFiles(environment: Environment): { environment: Environment; problems: string[] } {
  const problems: string[] = [];
  const read: Record<string, string> = {};
  for (const name of secretNames) {
    const path = environment[`${name}_FILE`];
    if (!path) continue;
    if (environment[name]) problems.push(`${name}: is set beside ${name}_FILE; only one of them counts`);
    try {
      read[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (read[name] === '') problems.push(`${name}_FILE: ${path} is empty`);
    } catch (error) {
      problems.push(`${name}_FILE: ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return { environment: { ...environment, ...read }, problems };
}

/** Splits the keys, separated by commas. */
export function getSecretKeys(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

export function secretKeyProblems(text: string | undefined, databaseUrl: string | undefined): string[] {
  const keys = getSecretKeys(text);
  const isWrong = keys.some((key) => !isKey(key));
  return [
    ...(isWrong
      ? [
          'SECRET_KEYS: must be keys of 32 bytes in Base64, separated by commas; make one with: openssl rand -base64 32',
        ]
      : []),
    ...(keys.length > 0 && !databaseUrl
      ? ['SECRET_KEYS: needs DATABASE_URL; with the embedded database the keys are in DATA_DIR/secrets.json']
      : []),
  ];
}
