import type { BusinessProfile, changeBusinessProfile as endpoint } from '@samay/contract/tenancy/onboarding';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { run } from '../../../db/transaction.ts';
import { inTenant } from '../../../db/tenant.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { orNotFound } from '../../../core/app-error.ts';
import { audit } from '../../audit/index.ts';
import {
  deleteHours,
  insertHoursOfWords,
  type ProfileRow,
  readProfile,
  renameTenant,
  updateProfile,
} from './queries.ts';

export async function getBusinessProfile(context: TenantContext): Promise<BusinessProfile> {
  return presentProfile((await readInOneMessage(context, { profile: readProfile({}) })).profile);
}

function presentProfile(rows: readonly ProfileRow[]): BusinessProfile {
  const row = orNotFound(rows[0]);
  return { name: row.name, timeSlots: row.time_slots, operatingDays: row.operating_days };
}

/**
 * Changes the business's name, hours and days, where given. Its type stays, since bookings depend
 * on it.
 */
export async function changeBusinessProfile(
  context: TenantContext,
  { body }: { body: BodyOf<typeof endpoint> },
): Promise<BusinessProfile> {
  const { name, timeSlots, operatingDays } = body;
  return inTenant(context, async (tx) => {
    const [before] = await run(tx, context, readProfile({}));
    const changes = {
      business_name: context.businessType === 'turf' ? name : undefined,
      time_slots: timeSlots && JSON.stringify(timeSlots),
      operating_days: operatingDays,
      updated_at: context.now,
    };
    await run(tx, context, updateProfile(context.tenantId, changes));
    if (name !== undefined) await run(tx, context, renameTenant(context.tenantId, name));
    await audit(tx, context, 'business_profile.changed', context.tenantId, { changed: Object.keys(body) });
    const written = await run(tx, context, readProfile({}));
    // Unchanged words leave the hours unchanged, which may differ from day to day.
    if (getWords(before) !== getWords(written[0])) {
      await run(tx, context, deleteHours({}));
      await run(tx, context, insertHoursOfWords({}));
    }
    return presentProfile(written);
  });
}

function getWords(row: ProfileRow | undefined): string {
  return JSON.stringify([
    row?.time_slots.map((slot) => [slot.start_time, slot.end_time]),
    row?.operating_days,
  ]);
}
