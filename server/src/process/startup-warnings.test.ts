import { expect, it } from 'vitest';
import { readSettings } from '../core/settings.ts';
import type { Database } from '../db/database.ts';
import { listWarnings } from './startup-warnings.ts';

const [embedded, postgres] = ['embedded', 'postgres'].map((kind) => ({ kind }) as unknown as Database);

it.each([
  [
    'a bare production',
    { NODE_ENV: 'production', PUBLIC_URL: 'https://samay.example' },
    embedded,
    ['SMTP_URL', 'CONTACT_EMAIL', 'running on the embedded'],
  ],
  [
    'one with all it needs',
    {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://samay.example',
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'no-reply@samay.example',
      CONTACT_EMAIL: 'help@samay.example',
    },
    postgres,
    [],
  ],
  ['development without mail', { NODE_ENV: 'development' }, embedded, ['SMTP_URL']],
])('%s is told what is missing [O-5.4]', (_what, environment, database, beginnings) => {
  const warnings = listWarnings(readSettings(environment), database!);
  expect(warnings.map((warning, at) => warning.startsWith(beginnings[at] ?? '?'))).toEqual(
    beginnings.map(() => true),
  );
});
