import { randomUUID } from 'node:crypto';
import {
  type Archive,
  type askForArchive as contract,
  mostArchivesADay,
} from '@samay/contract/archives/archives';
import type { BodyOf } from '@samay/contract/core/endpoint';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { lockName, onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { assertOwnPassword } from '../../identity/index.ts';
import { type ArchiveRow, countAsked, insertArchive, readLatest } from './queries.ts';

/** Returns the last archive that an owner of the business asked for. */
export async function getArchive(context: TenantContext): Promise<{ archive: Archive | null }> {
  const { rows } = await readInOneMessage(context, { rows: readLatest({}) });
  return { archive: rows[0] ? presentArchive(context, rows[0]) : null };
}

/**
 * Asks for an archive with everything of the business, which a scheduled job makes.
 * @throws `account.password_needed`, `account.wrong_password`; `archive.waiting` while one is made;
 * `archive.too_many`
 */
export async function askForArchive(
  context: TenantContext,
  { body }: { body: BodyOf<typeof contract> },
): Promise<{ archive: Archive | null }> {
  await assertOwnPassword(context, body.password);
  return inTenant({ ...context, isShown: false }, async (tx) => {
    const since = new Date(context.now.getTime() - 24 * 3_600_000);
    // Locks, so that two owners do not ask at the same time.
    const { counted } = await runTogether(tx, context, {
      locked: lockName({ name: `archives ${context.tenantId}` }),
      counted: countAsked({ since }),
    });
    assertThat(onlyRow(counted).waiting === 0, 'archive.waiting');
    assertThat(onlyRow(counted).asked < mostArchivesADay, 'archive.too_many');
    const id = randomUUID();
    await run(
      tx,
      context,
      insertArchive({
        tenant_id: context.tenantId,
        id,
        asked_by: context.caller.userId,
        asked_at: context.now,
      }),
    );
    await audit(tx, context, 'archive.asked', id);
    return { archive: presentArchive(context, onlyRow(await run(tx, context, readLatest({})))) };
  });
}

function presentArchive({ caller, now }: TenantContext, row: ArchiveRow): Archive {
  const isOver = row.state === 'ready' && row.expires_at !== null && row.expires_at <= now;
  return {
    id: row.id,
    state: isOver ? 'gone' : row.state,
    askedAt: row.asked_at.toISOString(),
    askedBy: row.name,
    isOwn: row.asked_by === caller.userId,
    percent: row.total === 0 ? 0 : Math.floor((100 * row.done) / row.total),
    bytes: row.bytes === null ? null : Number(row.bytes),
    expiresAt: row.expires_at?.toISOString() ?? null,
    downloadedAt: row.downloaded_at?.toISOString() ?? null,
  };
}
