import type { OnlineBooking, OnlineChoices } from '@samay/contract/public/online-booking';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { asPlatform, inTenant, platform } from '../../../db/tenant.ts';
import { lockName, onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { type CodeChannel, findCodeChannel } from '../../reach/index.ts';
import { type OnlineRow, readNamed, readOnline, writeOnline } from './settings-queries.ts';
import { findOtherOf, findSlugOf, keepFormer, takeBackFormer, writeSlug } from './slug-queries.ts';
import { proposeSlug } from './slugs.ts';

/** The choices of a business that has never chosen. */
const defaultOnline: OnlineRow = {
  is_on: false,
  is_published: false,
  shows_prices: true,
  horizon_days: 30,
  open_per_number: 3,
  hidden_services: [],
  hidden_resources: [],
  intro: null,
  mode: 'request',
};

/** Returns what the public page of the business shows, and its address. */
export async function getOnlineBooking(context: TenantContext): Promise<OnlineBooking> {
  const { online, named } = await readInOneMessage(context, { online: readOnline({}), named: readNamed({}) });
  const row = online[0] ?? defaultOnline;
  return present(context, row, {
    ...onlyRow(named),
    codes: await findCodeChannel(context.dependencies, context),
  });
}

/**
 * Changes it. A slug is changed first, by the platform: slugs are of the whole installation.
 * @throws `slug.missing`, `slug.taken`
 */
export async function setOnlineBooking(
  context: TenantContext,
  { body }: { body: OnlineChoices },
): Promise<OnlineBooking> {
  const { now } = context;
  if (body.isOn && body.slug === null) throw new AppError('slug.missing', { field: 'slug' });
  await changeSlug(context, body.slug);
  const codes = await findCodeChannel(context.dependencies, context);
  return inTenant(context, async (tx) => {
    const named = { ...onlyRow(await run(tx, context, readNamed({}))), codes };
    const [before] = await run(tx, context, readOnline({}));
    const online = toRow(body, before ?? defaultOnline);
    await run(tx, context, writeOnline({ ...online, now }));
    const { hiddenServices, hiddenResources, intro: _, ...chosen } = body;
    const hidden = hiddenServices.length + hiddenResources.length;
    const detail = { ...chosen, hidden };
    await audit(tx, context, 'business_profile.online_booking_changed', context.tenantId, detail);
    return present(context, online, named);
  });
}

/** Gives the business a slug; its former one leads there, and stays its own. @throws `slug.taken` */
async function changeSlug({ dependencies, tenantId, now }: TenantContext, to: string | null): Promise<void> {
  await asPlatform(dependencies, async (tx) => {
    const { named } = await runTogether(tx, platform, {
      locked: lockName({ name: `slug ${to ?? ''}` }),
      named: findSlugOf({ id: tenantId }),
    });
    const from = named[0]?.slug ?? null;
    if (from === to) return;
    if (to !== null) {
      const taken = await run(tx, platform, findOtherOf({ id: tenantId, slug: to }));
      if (taken.length > 0) throw new AppError('slug.taken', { field: 'slug' });
      await run(tx, platform, takeBackFormer({ id: tenantId, slug: to }));
    }
    if (from !== null) await run(tx, platform, keepFormer({ id: tenantId, slug: from, now }));
    await run(tx, platform, writeSlug({ id: tenantId, slug: to }));
  });
}

function toRow(
  { isOn, isPublished, showsPrices, horizon, intro, mode, ...lists }: OnlineChoices,
  before: OnlineRow,
): OnlineRow {
  return {
    is_on: isOn,
    is_published: isPublished,
    shows_prices: showsPrices,
    horizon_days: horizon,
    open_per_number: lists.openPerNumber,
    hidden_services: [...new Set(lists.hiddenServices)],
    hidden_resources: [...new Set(lists.hiddenResources)],
    intro: intro?.trim() || null,
    mode: mode ?? before.mode,
  };
}

function present(
  { dependencies: { settings }, businessType }: TenantContext,
  row: OnlineRow,
  {
    name,
    slug,
    short_id: shortId,
    codes,
  }: {
    readonly name: string;
    readonly slug: string | null;
    readonly short_id: string;
    readonly codes: CodeChannel | null;
  },
): OnlineBooking {
  return {
    isOn: row.is_on,
    slug,
    isPublished: row.is_published,
    showsPrices: row.shows_prices,
    horizon: row.horizon_days,
    openPerNumber: row.open_per_number,
    hiddenServices: row.hidden_services,
    hiddenResources: row.hidden_resources,
    intro: row.intro,
    mode: row.mode,
    codes,
    address: row.is_on && slug !== null ? `${settings.publicUrl}/b/${slug}` : null,
    proposed: proposeSlug(name, { businessType, shortId }),
  };
}
