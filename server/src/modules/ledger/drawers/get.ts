import { presentTaking } from '../rows/payment-rows.ts';
import type {
  countDrawer as countContract,
  Drawer,
  listDrawers as listContract,
} from '@samay/contract/ledger/drawers';
import type { BodyOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { PaymentMethod } from '@samay/contract/core/money';
import { assertThat } from '../../../core/app-error.ts';
import { allowed, type TenantContext } from '../../../context/request-context.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant } from '../../../db/tenant.ts';
import { onlyRow } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { presentClose, presentEntries, presentHolder, presentOpen } from './present.ts';
import { listClosesOf } from './close-queries.ts';
import {
  type DrawerRow,
  listDrawerRows,
  listOpenEntries,
  listOpenRows,
  listRecipients,
  readDrawerRules,
  type RulesRow,
  sumOpenEntries,
  sumOpenMoney,
} from './queries.ts';
import { assertTotals, isShownUncounted } from './rules.ts';
import type { PeriodRows } from './sums.ts';

const mostRows = 500;
const mostClosesOfOne = 10;

/**
 * Returns the id of a drawer: the named one, or the one that the caller's money goes into. Those that
 * were the caller's before the rule of drawers was changed stay theirs to close.
 * @throws `access.denied` for another person's drawer, if the caller may not close those of the
 * business
 */
export function findDrawerId(
  context: TenantContext,
  { own_drawer: own }: { readonly own_drawer: string },
  holder: string | undefined,
): string {
  const ofCaller = [own, context.caller.userId, context.tenantId];
  assertThat(
    holder === undefined || ofCaller.includes(holder) || allowed(context, 'payments.refund'),
    'access.denied',
  );
  return holder ?? own;
}

/**
 * Returns a drawer since its last close, empty where nothing was ever taken into it; without its
 * cash where the business counts first, and without all of its money where it confirms totals too.
 */
export async function getDrawer(
  context: TenantContext,
  { query: { holder } }: { query: { readonly holder?: string | undefined } },
): Promise<Drawer> {
  const { drawer, rules } = await readDrawer(context, holder);
  return rules.count_first ? beforeCount(drawer, rules) : drawer;
}

/** Leaves out what a sum that is counted or confirmed could be computed from. */
function beforeCount(drawer: Drawer, rules: RulesRow): Drawer {
  const isShown = ({ method }: { readonly method: PaymentMethod }) => isShownUncounted(rules, method);
  return {
    ...drawer,
    cash: null,
    refunds: null,
    expected: null,
    methods: drawer.methods.filter(isShown),
    rows: drawer.rows.filter(isShown),
  };
}

/**
 * Keeps in the audit log what the cash of a drawer was counted to be, with the totals that are
 * confirmed, and returns the drawer with all of its money.
 * @throws `drawer.changed` if it was closed since the caller saw it, and the error of `assertTotals`
 */
export async function countDrawer(
  context: TenantContext,
  { body: { holder, counted, confirmed, period } }: { body: BodyOf<typeof countContract> },
): Promise<Drawer> {
  const { id, drawer, rules } = await readDrawer(context, holder);
  assertThat(drawer.period === period, 'drawer.changed');
  if (rules.count_first) assertTotals(rules, confirmed);
  const detail = { drawer: id, expected: drawer.expected, counted, ...(confirmed && { confirmed }) };
  await inTenant(context, async (tx) => audit(tx, context, 'drawer.counted', id, detail));
  return drawer;
}

/** Reads a drawer with its cash, and the rules of drawers. */
async function readDrawer(context: TenantContext, holder: string | undefined) {
  const { tenantId, caller } = context;
  const asked = { holder: holder ?? null, userId: caller.userId };
  const found = await readInOneMessage(context, {
    rules: readDrawerRules({ userId: caller.userId }),
    drawers: listDrawerRows({}),
    money: sumOpenMoney({ ids: null }),
    entries: sumOpenEntries({ ids: null }),
    rows: listOpenRows({ ...asked, limit: mostRows }),
    entryRows: listOpenEntries({ ...asked, limit: mostRows }),
    recipients: listRecipients({}),
    closes: listClosesOf({ ...asked, limit: mostClosesOfOne }),
  });
  const rules = onlyRow(found.rules);
  const id = findDrawerId(context, rules, holder);
  const row = found.drawers.find((drawer) => drawer.id === id) ?? emptyDrawer(id, context);
  const open = presentOpen(row, row.name, findRows(id, found), tenantId);
  const now = { period: row.period, isUntouched: open.firstAt === null };
  const rights = { tenantId, mayReopen: allowed(context, 'payments.refund') };
  const drawer: Drawer = {
    ...open,
    period: row.period,
    rows: found.rows.map(presentTaking),
    ...presentEntries(found.entryRows),
    countsOpening: rules.count_opening && isOpening(findRows(id, found)),
    confirmsTotals: rules.confirm_totals,
    recipients: found.recipients.filter((recipient) => recipient.id !== id),
    leftOver: findLeftOver(context, id, found),
    closes: found.closes.map((close) => presentClose(close, now, rights)),
  };
  return { id, drawer, rules };
}

/** Returns the rows of one drawer's open period. */
function findRows(id: string, { money, entries }: OpenRows): OpenRows {
  const isInDrawer = ({ drawer_id: of }: { readonly drawer_id: string }) => of === id;
  return { money: money.filter(isInDrawer), entries: entries.filter(isInDrawer) };
}

type OpenRows = PeriodRows<{ readonly drawer_id: string; readonly first_at: Date }>;

/** Returns whether nothing but what a colleague handed over is in a period, and it was not counted yet. */
export function isOpening({ money, entries }: PeriodRows): boolean {
  return money.length === 0 && entries.every(({ kind }) => kind === 'handover');
}

/** Returns another drawer of the caller's that has rows: their own, or the desk's one. */
function findLeftOver(
  { caller, tenantId }: TenantContext,
  shown: string,
  found: OpenRows & { readonly drawers: readonly (DrawerRow & { readonly name: string | null })[] },
): Drawer['leftOver'] {
  const isUsed = ({ id, opening_paise: opening }: DrawerRow) => {
    const { money, entries } = findRows(id, found);
    return opening > 0 || money.length > 0 || entries.length > 0;
  };
  const other = found.drawers.find(
    (row) => row.id !== shown && [caller.userId, tenantId].includes(row.id) && isUsed(row),
  );
  return other ? { id: other.id, holder: presentHolder(other.id, other.name, tenantId) } : null;
}

function emptyDrawer(id: string, { caller }: TenantContext): DrawerRow & { readonly name: string | null } {
  const name = id === caller.userId ? caller.name : null;
  return { id, period: 1, opened_at: null, opening_paise: 0, name };
}

/** Lists the drawers with rows since their last close. */
export async function listDrawers(context: TenantContext): Promise<ReplyOf<typeof listContract>> {
  const { drawers } = presentDrawers(context, await readInOneMessage(context, openPeriods));
  return {
    open: drawers.map(({ open }) => open).filter(({ firstAt }) => firstAt !== null),
    mayClose: allowed(context, 'payments.refund') && !context.caller.tenant?.suspended,
  };
}

/** Reads all drawers with the sums of their open periods. */
export const openPeriods = {
  drawers: listDrawerRows({}),
  money: sumOpenMoney({ ids: null }),
  entries: sumOpenEntries({ ids: null }),
};

/** Presents all drawers, and what of each decides whether its last close may be reopened. */
export function presentDrawers(
  { tenantId }: TenantContext,
  found: OpenRows & { readonly drawers: readonly (DrawerRow & { readonly name: string | null })[] },
) {
  const drawers = found.drawers.map((row) => ({
    row,
    open: presentOpen(row, row.name, findRows(row.id, found), tenantId),
  }));
  const states = new Map(
    drawers.map(({ row, open }) => [row.id, { period: row.period, isUntouched: open.firstAt === null }]),
  );
  return { drawers, states };
}
