import { z } from 'zod';
import { asPlatform } from '../../db/tenant.ts';
import type { Parts } from '../../parts.ts';
import { findIntegrationOf } from './queries.ts';
import { openToken } from './token.ts';

const Payload = z.strictObject({ tenantId: z.uuid(), sealed: z.base64() });

/** Gives a forgotten calendar's access back. Connected again meanwhile, it is kept: Google would end the new access with the old one. */
export async function revokeNow(parts: Parts, payload: unknown): Promise<void> {
  const { tenantId, sealed } = Payload.parse(payload);
  const integration = await asPlatform(parts, (tx) => findIntegrationOf(tx, tenantId));
  if (integration?.isConnected) return;
  await parts.calendar?.revoke(openToken(parts.secrets, tenantId, Buffer.from(sealed, 'base64')));
}
