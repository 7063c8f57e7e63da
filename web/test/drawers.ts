import type { ClosedPeriod } from '@samay/contract/ledger/closes';
import type { Drawer, DrawerClose, DrawerExpense, OpenDrawer } from '@samay/contract/ledger/drawers';
import type { ReplyOf } from '@samay/contract/core/endpoint';
import type { listDrawers } from '@samay/contract/ledger/drawers';

const asha = { id: '00000000-0000-4000-8000-00000000000a', name: 'Asha Kulkarni' };
const noOtherCash = { refunds: 0, cashIn: 0, cashOut: 0 };
export const ravi = { id: '00000000-0000-4000-8000-0000000000b1', name: 'Ravi Deshmukh' };

/** Builds the drawer of the signed-in user: ₹500 at first, ₹3,800 in cash, ₹20 for tea. */
export function buildDrawer(with_: Partial<Drawer> = {}): Drawer {
  return {
    holder: asha,
    period: 3,
    openedAt: '2026-11-20T15:00:00.000Z',
    firstAt: '2026-11-21T04:30:00.000Z',
    opening: 500_00,
    cash: 3_800_00,
    ...noOtherCash,
    expenses: 20_00,
    expected: 4_280_00,
    methods: [
      { method: 'Cash', total: 3_800_00 },
      { method: 'UPI', total: 12_34_567_00 },
    ],
    rows: [
      {
        id: '00000000-0000-4000-8000-0000000000f1',
        kind: 'payment',
        paise: 3_800_00,
        method: 'Cash',
        at: '2026-11-21T04:30:00.000Z',
        appointmentId: '00000000-0000-4000-8000-0000000000a1',
        personName: 'Meenakshi Iyer',
      },
    ],
    expenseRows: [buildExpense()],
    moves: [],
    countsOpening: false,
    confirmsTotals: false,
    recipients: [ravi],
    leftOver: null,
    closes: [],
    ...with_,
  };
}

export function buildExpense(with_: Partial<DrawerExpense> = {}): DrawerExpense {
  return {
    id: '00000000-0000-4000-8000-0000000000e1',
    paise: 20_00,
    reason: 'Tea',
    at: '2026-11-21T05:00:00.000Z',
    by: 'Asha Kulkarni',
    ...with_,
  };
}

/** Builds a close in which ₹50 was missing. */
export function buildClose(with_: Partial<DrawerClose> = {}): DrawerClose {
  return {
    id: '00000000-0000-4000-8000-0000000000c1',
    holder: asha,
    openedAt: '2026-11-20T15:00:00.000Z',
    closedAt: '2026-11-21T15:00:00.000Z',
    closedBy: 'Asha Kulkarni',
    opening: 500_00,
    cash: 3_800_00,
    ...noOtherCash,
    expenses: 20_00,
    expected: 4_280_00,
    counted: 4_230_00,
    difference: -50_00,
    handedOver: 4_000_00,
    handedTo: { to: 'owner', drawer: null },
    confirmed: null,
    methods: [{ method: 'Cash', total: 3_800_00 }],
    notes: null,
    note: 'Change for an auto',
    reopened: null,
    mayReopen: true,
    ...with_,
  };
}

/** Builds that close with ₹20 for tea. */
export function buildPeriod(with_: Partial<ClosedPeriod> = {}): ClosedPeriod {
  return {
    ...buildClose(),
    expenseRows: [buildExpense()],
    moves: [],
    corrections: [],
    corrected: 0,
    ...with_,
  };
}

/** Builds Ravi's drawer, with ₹4,300 in cash. */
export function buildOpenDrawer(with_: Partial<OpenDrawer> = {}): OpenDrawer {
  return {
    holder: ravi,
    openedAt: null,
    firstAt: '2026-11-20T04:30:00.000Z',
    opening: 0,
    cash: 4_300_00,
    ...noOtherCash,
    expenses: 0,
    expected: 4_300_00,
    methods: [{ method: 'Cash', total: 4_300_00 }],
    ...with_,
  };
}

export function buildDrawers(with_: Partial<ReplyOf<typeof listDrawers>> = {}): ReplyOf<typeof listDrawers> {
  return { open: [], mayClose: true, ...with_ };
}
