import { asPlatform } from '../src/db/tenant.ts';
import type { TestApp } from './app.ts';

/** As if whoever has this session had just said why they look into a business. */
export async function buildReason(
  app: TestApp,
  sessionId: string | undefined,
  tenantId: string,
  reason = 'The owner asked',
): Promise<void> {
  const until = new Date(app.parts.clock().getTime() + 30 * 60_000);
  await asPlatform(app, (tx) =>
    tx
      .insertInto('look_reasons')
      .values({ session_id: sessionId ?? '', tenant_id: tenantId, reason, expires_at: until })
      .onConflict((conflict) => conflict.columns(['session_id', 'tenant_id']).doUpdateSet({ expires_at: until }))
      .execute(),
  );
}
