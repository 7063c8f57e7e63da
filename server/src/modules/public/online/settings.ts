import type { OnlineBooking, OnlineChoices, ServicePayment } from '@samay/contract/public/online-booking';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { asPlatform, inTenant, platform, type Tx } from '../../../db/tenant.ts';
import { lockName, onlyRow, run, runTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { type CodeChannel, findCodeChannel } from '../../reach/index.ts';
import {
  deleteServicePayments,
  insertServicePayments,
  listServicePayments,
  type OnlineRow,
  readNamed,
  readOnline,
  type ServicePaymentRow,
  writeOnline,
} from './settings-queries.ts';
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
  refund_rule: 'all',
  refund_percent: 50,
};

/** Returns what the public page of the business shows, and its address. */
export async function getOnlineBooking(context: TenantContext): Promise<OnlineBooking> {
  const { online, named, payments } = await readInOneMessage(context, {
    online: readOnline({}),
    named: readNamed({}),
    payments: listServicePayments({}),
  });
  const row = online[0] ?? defaultOnline;
  return present(context, row, {
    ...onlyRow(named),
    payments,
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
    if (body.payments) await replacePayments(tx, context, body.payments);
    const payments = await run(tx, context, listServicePayments({}));
    const { hiddenServices, hiddenResources, intro: _, payments: __, ...chosen } = body;
    const hidden = hiddenServices.length + hiddenResources.length;
    const detail = { ...chosen, hidden, ...(body.payments && { payments: payments.length }) };
    await audit(tx, context, 'business_profile.online_booking_changed', context.tenantId, detail);
    return present(context, online, { ...named, payments });
  });
}

/** Writes what is paid for which service, in place of what was; a service of another business has no row. */
async function replacePayments(
  tx: Tx,
  context: TenantContext,
  payments: readonly ServicePayment[],
): Promise<void> {
  await run(tx, context, deleteServicePayments({}));
  const ids = payments.map(({ serviceId }) => serviceId);
  const takes = payments.map((payment) => payment.takes);
  const deposits = payments.map(({ deposit }) => deposit);
  await run(tx, context, insertServicePayments({ ids, takes, deposits }));
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
    refund_rule: lists.refundRule ?? before.refund_rule,
    refund_percent: lists.refundPercent ?? before.refund_percent,
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
    payments,
  }: {
    readonly name: string;
    readonly slug: string | null;
    readonly short_id: string;
    readonly codes: CodeChannel | null;
    readonly payments: readonly ServicePaymentRow[];
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
    payments: payments.map(({ service_id: serviceId, takes, deposit_paise: deposit }) => ({
      serviceId,
      takes,
      deposit,
    })),
    refundRule: row.refund_rule,
    refundPercent: row.refund_percent,
    codes,
    address: row.is_on && slug !== null ? `${settings.publicUrl}/b/${slug}` : null,
    proposed: proposeSlug(name, { businessType, shortId }),
  };
}
