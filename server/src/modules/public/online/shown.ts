import type { Service } from '@samay/contract/availability/services';
import type { WeeklyHours } from '@samay/contract/availability/hours';
import { addDays, daysBetween, indiaDate, type LocalDate } from '@samay/contract/core/time';
import type { Cycle } from '@samay/contract/tenancy/plans';
import { guestContext } from '../../../context/business-context.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { readInOneMessage, readInOneMessageAsGuest } from '../../../db/read-in-one-message.ts';
import {
  listResourceNames,
  listWeeklyRows,
  presentServices,
  presentWeekly,
  serviceStatements,
} from '../../availability/index.ts';
import type { OwnWork } from '../../bookings/index.ts';
import { type CodeChannel, findCodeChannel } from '../../reach/index.ts';
import { findAccount } from '../../online-payments/index.ts';
import { isPlanFull, readUpiId, usageFrom, type UsageRow } from '../../tenancy/index.ts';
import {
  listServicePayments,
  type OnlineRow,
  type PageBusinessRow,
  readOnline,
  readPageBusiness,
  type ServicePaymentRow,
} from './settings-queries.ts';
import { slugify } from './slugs.ts';

/** A doctor, a court or a part that is offered. */
interface OfferedResource {
  readonly id: string;
  /** With the court of a part before it. */
  readonly name: string;
}

export interface OfferedService extends Service {
  /** The part of the address that names it. */
  readonly key: string;
}

/** A business as a stranger sees it: nothing of its people, its reasons or its figures. */
export interface Shown {
  readonly context: OwnWork;
  readonly slug: string;
  readonly business: PageBusinessRow;
  readonly online: OnlineRow;
  readonly services: readonly OfferedService[];
  /** In their order. */
  readonly resources: readonly OfferedResource[];
  /** The hours of the business itself; none where it is always open, or each doctor has their own. */
  readonly hours: readonly WeeklyHours[];
  /** Whether times can be asked for: not suspended, and with a place left on a day that is offered. */
  readonly isOpen: boolean;
  /** The months of the plan that have no place left, up to the last day that is offered. */
  readonly fullMonths: readonly Cycle[];
  /** The way of the code with which a time is booked immediately; null where times are asked for. */
  readonly codes: CodeChannel | null;
  /** The payment for each service before its time is booked. */
  readonly payments: readonly ServicePaymentRow[];
  /** Where a visitor pays that; null where the business can take nothing online, and all is paid at the desk. */
  readonly paysBy: 'provider' | 'upi' | null;
  /** The business's UPI id; null where it has none. */
  readonly upiId: string | null;
}

/** The months of a plan after today's that every page reads: enough for 59 days ahead, and most owners offer 30. */
const nextMonths = 2;

/**
 * Reads what the page of a business shows. Undefined where it is not set up, or off.
 * @param isOffToo reads one that is off as well, on which no time can be asked for
 */
export async function readShownPage(
  dependencies: Dependencies,
  { id, slug }: { readonly id: string; readonly slug: string },
  requestId: string,
  isOffToo = false,
): Promise<Shown | undefined> {
  const work = guestContext(dependencies, { tenantId: id, requestId });
  const [read, { usage, upi }] = await Promise.all([
    readInOneMessageAsGuest(work, {
      ...serviceStatements(),
      online: readOnline({}),
      business: readPageBusiness({}),
      resources: listResourceNames({}),
      hours: listWeeklyRows({}),
      payments: listServicePayments({}),
    }),
    // Its figures are the business's own: the page shows whether there is a place left.
    readInOneMessage(work, { usage: usageFrom(indiaDate(work.now), nextMonths), upi: readUpiId({}) }),
  ]);
  const items = presentServices(read);
  const [online] = read.online;
  const [business] = read.business;
  const upiId = upi[0]?.upi_id ?? null;
  if (!online || !(online.is_on || isOffToo) || !business?.business_type) return undefined;
  const months = await readMonths(work, usage, addDays(indiaDate(work.now), online.horizon_days));
  const fullMonths = months
    .filter((month) => isPlanFull([month]))
    .map(({ cycle_start: start, cycle_end: end }) => ({ start, end }));
  const codes = online.mode === 'booking' ? await findCodeChannel(dependencies, work) : null;
  const resources = read.resources
    .filter(({ archived_at: at, id: one }) => at === null && !online.hidden_resources.includes(one))
    .map(({ id: one, name, whole_id: wholeId }) => {
      const whole = read.resources.find((row) => row.id === wholeId);
      return { id: one, name: whole ? `${whole.name}, ${name}` : name };
    });
  return {
    context: { ...work, businessType: business.business_type },
    slug,
    business,
    online,
    services: withKeys(
      items.filter((service) => service.archivedAt === null && !online.hidden_services.includes(service.id)),
    ),
    resources,
    hours: presentWeekly(read.hours.filter(({ resource_id: of }) => of === null)),
    isOpen: online.is_on && business.status !== 'suspended' && fullMonths.length < months.length,
    fullMonths,
    codes,
    payments: read.payments,
    paysBy: await findWay(dependencies, work, { isCoded: codes !== null, hasUpi: upiId !== null }),
    upiId,
  };
}

/** Returns the months of the plan up to the last day that is offered; reads those that follow the ones that were read. */
async function readMonths(
  work: ReturnType<typeof guestContext>,
  read: readonly UsageRow[],
  last: LocalDate,
): Promise<readonly UsageRow[]> {
  const next = read
    .map(({ cycle_end: end }) => end)
    .toSorted()
    .at(-1);
  const months = read.filter(({ cycle_start: start }) => start <= last);
  if (next === undefined || next > last) return months;
  const further = Math.floor(daysBetween(next, last) / 28);
  const { later } = await readInOneMessage(work, { later: usageFrom(indiaDate(work.now), further, next) });
  return [...months, ...later.filter(({ cycle_start: start }) => start <= last)];
}

/** Returns whether the plan has no place left on a day: in the month in which a booking of that day counts. */
export function isFullOn({ fullMonths }: Pick<Shown, 'fullMonths'>, date: LocalDate): boolean {
  return fullMonths.some(({ start, end }) => start <= date && date < end);
}

/**
 * Finds where visitors pay what is due before their booking: at the business's account, where times are
 * booked immediately and the account takes payments; else to its UPI id.
 */
async function findWay(
  dependencies: Dependencies,
  work: ReturnType<typeof guestContext>,
  { isCoded, hasUpi }: { readonly isCoded: boolean; readonly hasUpi: boolean },
): Promise<Shown['paysBy']> {
  const account = isCoded ? await findAccount(dependencies, work) : undefined;
  if (account?.isOn && account.refusedAt === null) return 'provider';
  return hasUpi ? 'upi' : null;
}

/** Names each service by its name; by its id where the name has no Latin letters, or several have it. */
function withKeys(services: readonly Service[]): OfferedService[] {
  const keys = services.map(({ name }) => slugify(name));
  const reserved = ['', 'r', 'c', 'p', 'poster', 'forget'];
  return services.map((service, at) => {
    const key = keys[at] ?? '';
    const isOwn = !reserved.includes(key) && keys.filter((other) => other === key).length === 1;
    return { ...service, key: isOwn ? key : service.id };
  });
}
