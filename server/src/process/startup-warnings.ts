import type { Settings } from '../core/settings.ts';
import type { Database } from '../db/database.ts';

/** Lists the operator's warnings about an allowed start: one sentence each, with what to do. */
export function listWarnings({ mail, contactEmail, production }: Settings, database: Database): string[] {
  return [
    !mail &&
      'SMTP_URL is not set: emails stay in the outbox until it is, and nobody can be invited or set a password',
    production &&
      !contactEmail &&
      'CONTACT_EMAIL is not set: the privacy policy and the emails name nobody to write to, as the law asks',
    production &&
      database.kind === 'embedded' &&
      'running on the embedded database: one process on one machine; docs/operations.md says how to move to PostgreSQL',
  ].filter((warning) => warning !== false);
}
