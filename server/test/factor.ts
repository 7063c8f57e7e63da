import { generateSecret, generateSync } from 'otplib';
import { asPlatform } from '../src/db/tenant.ts';
import { seal } from '../src/sealing.ts';
import type { TestApp } from './app.ts';

/** What a person's authenticator app holds. */
export class Authenticator {
  readonly secret: string;

  constructor(secret: string = generateSecret()) {
    this.secret = secret;
  }

  /** The six digits that it shows at an instant. */
  codeAt(instant: Date): string {
    return generateSync({ secret: this.secret, epoch: Math.floor(instant.getTime() / 1000) });
  }
}

/** A second factor put straight into the table, confirmed unless told otherwise; its app. */
export async function buildFactor(
  { database, parts }: Pick<TestApp, 'database' | 'parts'>,
  userId: string,
  { isConfirmed = true } = {},
): Promise<Authenticator> {
  const app = new Authenticator();
  const now = parts.clock();
  const sealed = seal(parts.secrets, `totp ${userId}`, app.secret);
  await removeFactor({ database }, userId);
  await asPlatform({ database }, (tx) =>
    tx
      .insertInto('second_factors')
      .values({ user_id: userId, sealed_secret: sealed, created_at: now, verified_at: isConfirmed ? now : null })
      .execute(),
  );
  return app;
}

export async function removeFactor({ database }: Pick<TestApp, 'database'>, userId: string): Promise<void> {
  await asPlatform({ database }, async (tx) => {
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
    await tx.deleteFrom('second_factors').where('user_id', '=', userId).execute();
  });
}

/** As if a code had been proven in the session just now. */
export async function assure({ database, parts }: Pick<TestApp, 'database' | 'parts'>, sessionId: string): Promise<void> {
  await asPlatform({ database }, (tx) =>
    tx.updateTable('sessions').set({ assurance: 'aal2', assured_at: parts.clock() }).where('id', '=', sessionId).execute(),
  );
}
