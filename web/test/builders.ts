import type { Resource } from '@samay/contract/availability/resources';
import type { Service } from '@samay/contract/availability/services';
import type { CalendarConnection } from '@samay/contract/reach/calendar';
import {
  type Appointment,
  type AppointmentPage,
  ListedAppointment,
} from '@samay/contract/bookings/appointments';
import type { BookingMoney, MoneyRow } from '@samay/contract/bookings/money';
import type { Summary } from '@samay/contract/desk/summary';
import type { QueueEntry } from '@samay/contract/desk/queue';
import type { ScheduledBooking } from '@samay/contract/desk/schedule';
import type { DaySheet, DaySheetRow } from '@samay/contract/desk/day-sheet';
import type { Dashboard } from '@samay/contract/desk/dashboard';
import { permissionsIn } from '@samay/contract/core/roles';
import type { Session } from '@samay/contract/identity/session';
import type { Usage } from '@samay/contract/tenancy/plans';

/** Builds the session of a role, by default of a clinic's owner. */
export function buildSession({
  role = 'BUSINESS_OWNER',
  businessType = 'doctor',
}: Partial<Roles> = {}): Session {
  return {
    user: {
      id: '00000000-0000-4000-8000-00000000000a',
      email: 'owner@citycare.example',
      name: 'Asha Kulkarni',
      role,
    },
    tenant: { id: '00000000-0000-4000-8000-00000000000b', name: 'City Care Clinic', suspended: false },
    suspension: null,
    businessType,
    permissions: [...permissionsIn(role, businessType)],
    assurance: 'aal1',
    awaits: null,
  };
}

interface Roles {
  readonly role: Session['user']['role'];
  readonly businessType: NonNullable<Session['businessType']>;
}

let serial = 0;

/** Builds a scheduled, unpaid appointment with all actions that its status allows. */
export function buildAppointment(with_: Partial<Appointment> = {}): Appointment {
  serial += 1;
  const status = with_.status ?? 'scheduled';
  return {
    id: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    reference: `booking_${1_795_000_000_000 + serial}`,
    personName: `Meenakshi Iyer ${serial}`,
    personEmail: 'meenakshi@example.in',
    personContact: '+91 98450 12345',
    patientId: null,
    doctor: 'Dr. Kavita Rao',
    resourceId: null,
    resourceName: null,
    serviceId: null,
    serviceName: 'General Consultation',
    date: '2026-11-21',
    time: '14:30',
    duration: 30,
    endTime: '15:00',
    price: null,
    charges: 0,
    discount: 0,
    allowed: 0,
    due: null,
    overbookedReason: null,
    seriesId: null,
    cancellation: null,
    status,
    amount: null,
    currency: 'INR',
    paymentMethod: null,
    paymentId: null,
    prescription: null,
    arrivedAt: null,
    startedAt: null,
    delay: 0,
    walkIn: false,
    createdAt: '2026-11-20T04:30:00.000Z',
    updatedAt: '2026-11-20T04:30:00.000Z',
    may: buildMay(status),
    ...with_,
  };
}

/** Builds the money of a booking without payments. */
export function buildMoney(with_: Partial<BookingMoney> = {}): BookingMoney {
  return {
    rows: [],
    charges: [],
    chargeList: [],
    onlineRefunds: [],
    authorized: null,
    discounts: [],
    advanceRows: [],
    advance: 0,
    mostDiscount: null,
    drawers: [],
    freeAfter: null,
    ...with_,
  };
}

/** Builds a payment of ₹700 in cash, which may be refunded and voided. */
export function buildMoneyRow(with_: Partial<MoneyRow> = {}): MoneyRow {
  serial += 1;
  const paise = with_.paise ?? 70_000;
  return {
    id: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    kind: 'payment',
    paise,
    method: 'Cash',
    reference: null,
    reason: null,
    ofId: null,
    at: '2026-11-21T09:30:00.000Z',
    by: 'Ravi Kumar',
    left: Math.max(0, paise),
    mayRefund: true,
    mayVoid: true,
    mayCorrect: false,
    drawerId: null,
    ...with_,
  };
}

/** Builds a doctor; for a turf a court with these parts. */
export function buildResource(id: string, name: string, with_: Partial<Resource> = {}): Resource {
  const rest = { colour: 'teal', parts: [], memberId: null, isOwn: false, hours: [], archivedAt: null };
  return { id, kind: 'practitioner', name, ...rest, ...with_ };
}

/** Builds a service of half an hour that all give, for ₹500. */
export function buildService(with_: Partial<Service> = {}): Service {
  return {
    id: '00000000-0000-4000-8000-0000000000e1',
    name: 'General Consultation',
    duration: 30,
    bufferBefore: 0,
    bufferAfter: 0,
    grid: null,
    price: 500_00,
    pricedPer: 'visit',
    freeWithinDays: null,
    priceRules: [],
    resourceIds: null,
    archivedAt: null,
    ...with_,
  };
}

/** Builds a person in the queue, expected and on time. */
export function buildQueueEntry(with_: Partial<QueueEntry> = {}): QueueEntry {
  return {
    ...buildAppointment(with_),
    stage: 'expected',
    isLate: false,
    isDelayed: false,
    isOver: false,
    waitingSince: null,
    lacksDoctor: false,
    ...with_,
  };
}

export function buildMay(status: Appointment['status']): Appointment['may'] {
  const ofStatus: Record<Appointment['status'], Appointment['may']> = {
    scheduled: ['cancel', 'complete', 'markArrived', 'markNoShow', 'recordPayment', 'reschedule', 'start'],
    completed: ['recordPayment'],
    no_show: ['cancel', 'recordPayment', 'reopen'],
    cancelled: [],
  };
  const files = ['uploadPrescription', 'viewPrescription'] as const;
  return [
    ...ofStatus[status],
    ...files.filter((verb) => verb !== 'uploadPrescription' || status !== 'cancelled'),
  ];
}

export function buildUsage(with_: Partial<Usage> = {}): Usage {
  return {
    planName: 'Premium',
    limit: 2500,
    used: 12,
    remaining: 2488,
    cycleStart: '2026-11-01',
    cycleEnd: '2026-12-01',
    hidden: 0,
    firstDaysUntil: null,
    ...with_,
  };
}

export function buildPage(items: Appointment[], rest: Partial<AppointmentPage> = {}): AppointmentPage {
  const counts = { all: items.length, scheduled: items.length, completed: 0, cancelled: 0, no_show: 0 };
  return { items: items.map(listed), next: null, previous: null, counts, usage: buildUsage(), ...rest };
}

/** Returns the row of the list that the server sends for a booking. */
export function listed({ prescription, ...appointment }: Appointment): ListedAppointment {
  const known = Object.entries(appointment).filter(
    ([name, value]) => name in ListedAppointment.shape && value !== null,
  );
  return ListedAppointment.parse({
    ...Object.fromEntries(known),
    ...(prescription && { hasPrescription: true }),
  });
}

export function buildDashboard(with_: Partial<Dashboard> = {}): Dashboard {
  return {
    revenue: {
      total: 12_34_567_00,
      lastSevenDays: 11_200_00,
      sevenDaysBefore: 10_000_00,
      receivedToday: 500_00,
      receivedThisMonth: 30_000_00,
      ahead: 2_000_00,
    },
    bookings: { total: 1240, today: 7 },
    staff: 5,
    recentTransactions: [],
    upcoming: [],
    unmarked: { count: 0, lines: [] },
    ...with_,
  };
}

/** Builds the numbers of a clinic on 23 November 2026 that took ₹700 today. */
export function buildSummary(with_: Partial<Summary> = {}): Summary {
  const taken = {
    today: { total: 700_00, bookings: 1 },
    month: { total: 1_12_000_00, bookings: 120 },
    before: { total: 1_00_000_00, bookings: 110 },
  };
  return {
    days: {
      today: { from: '2026-11-23', to: '2026-11-23' },
      month: { from: '2026-11-01', to: '2026-11-23' },
      before: { from: '2026-10-01', to: '2026-10-23' },
    },
    taken,
    methods: [{ method: 'UPI', taken }],
    resources: [{ id: '00000000-0000-4000-8000-0000000000d1', name: 'Dr. Kavita Rao', taken }],
    byDay: [
      { date: '2026-10-02', total: 400_00 },
      { date: '2026-11-23', total: 700_00 },
    ],
    due: {
      today: { total: 500_00, bookings: 2, hasMore: false },
      month: { total: 0, bookings: 0, hasMore: false },
      before: { total: 90_000_00, bookings: 1000, hasMore: true },
    },
    noShows: { today: 0, month: 4, before: 6 },
    newPeople: { today: 1, month: 30, before: 0 },
    sold: {
      today: { open: 0, occupied: 0, bookings: 0 },
      month: { open: 9_600, occupied: 3_200, bookings: 64 },
      before: { open: 570, occupied: 30, bookings: 1 },
    },
    hidden: 0,
    ...with_,
  };
}

/** Builds the state without a connected calendar, if calendars can be connected. */
export function buildCalendarConnection(with_: Partial<CalendarConnection> = {}): CalendarConnection {
  return {
    isAvailable: true,
    isConnected: false,
    needsReconnect: false,
    calendarId: null,
    embedUrl: null,
    openUrl: null,
    missingEvents: 0,
    may: { connect: true },
    ...with_,
  };
}

/**
 * Builds the list of a day at 10:42 am of 21 November 2026: an appointment at half past two for
 * each of `rows`.
 */
export function buildDaySheet(
  { date }: Pick<DaySheet, 'date'>,
  rows: readonly Partial<DaySheetRow>[] = [{}],
): DaySheet {
  return {
    date,
    asOf: '2026-11-21T05:12:00.000Z',
    rows: rows.map((row) => {
      const { id, time, endTime, personName, personContact, doctor, resourceId, resourceName, status, due } =
        buildAppointment();
      return {
        id,
        time,
        endTime,
        personName,
        personContact,
        doctor,
        resourceId,
        resourceName,
        status,
        due,
        ...row,
      };
    }),
    count: rows.length,
  };
}

/** Builds a booking as the schedule shows it. */
export function buildScheduled(with_: Partial<ScheduledBooking> = {}): ScheduledBooking {
  const {
    id,
    personName,
    doctor,
    resourceId,
    serviceName,
    date,
    time,
    endTime,
    duration,
    overbookedReason,
    status,
    walkIn,
  } = buildAppointment();
  return {
    id,
    personName,
    doctor,
    resourceId,
    serviceName,
    date,
    time,
    endTime,
    duration,
    overbookedReason,
    status,
    walkIn,
    ...with_,
  };
}
