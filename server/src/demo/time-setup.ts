import { addDays, indiaDate } from '@samay/contract/core/time';
import type { Service } from '@samay/contract/availability/services';
import { toMinutes, weekdays as weekdayNames } from '@samay/contract/tenancy/opening-hours';
import type { Business, Member, Planned } from './accounts.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface DemoResource {
  readonly id: string;
  readonly kind: 'practitioner' | 'court';
  readonly name: string;
  readonly colour: string;
  /** The whole that a part belongs to. */
  readonly wholeId: string | null;
  readonly memberId: string | null;
}

export type DemoService = Omit<Service, 'grid' | 'resourceIds' | 'archivedAt'>;

/**
 * A closure of a resource, or with null of the business, on whole days. Days in India, both
 * included.
 */
interface DemoClosure {
  readonly resourceId: string | null;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** The resources, services and hours of a business. */
export interface TimeSetup {
  readonly resources: readonly DemoResource[];
  /** The services; the first is the default. */
  readonly services: readonly [DemoService, ...DemoService[]];
  /** The hours by ISO weekday, times as `HH:MM`. */
  readonly hours: readonly {
    readonly resourceId: string | null;
    readonly weekday: number;
    readonly opens: string;
    readonly closes: string;
  }[];
  readonly closures: readonly DemoClosure[];
}

const colours = ['teal', 'violet', 'orange', 'blue', 'pink'];
const saturday = 6;
const sunday = 7;

/**
 * Creates the setup of a clinic: a doctor for each name, one of them with other hours and one on
 * leave in some days; consultations, and check-ups with a pause after.
 */
export function clinicSetup(
  random: SeededRandom,
  business: Business,
  members: readonly Planned<Member>[],
  now: Date,
): TimeSetup {
  const doctors = members.filter(({ role, name }) => role === 'DOCTOR' || name.startsWith('Dr.'));
  const resources = doctors.map(({ id, name }, place) => ({
    id: random.uuid(),
    kind: 'practitioner' as const,
    name,
    colour: colours[place % colours.length] ?? 'teal',
    wholeId: null,
    memberId: id,
  }));
  const [, second, third] = resources;
  const today = indiaDate(now);
  return {
    resources,
    services: [
      {
        id: random.uuid(),
        name: 'General Consultation',
        duration: 15,
        bufferBefore: 0,
        bufferAfter: 0,
        price: 500_00,
        pricedPer: 'visit',
        freeWithinDays: 7,
        priceRules: [],
      },
      {
        id: random.uuid(),
        name: 'Full check-up',
        duration: 30,
        bufferBefore: 0,
        bufferAfter: 15,
        price: 1_200_00,
        pricedPer: 'visit',
        freeWithinDays: null,
        priceRules: [],
      },
    ],
    hours: [
      ...getHours(business),
      // Only mornings on Saturdays.
      ...(second ? getHours(business).map((row) => ({ ...row, resourceId: second.id })) : []).filter(
        ({ weekday, opens }) => weekday !== saturday || opens < '13:00',
      ),
    ],
    closures: third
      ? [{ resourceId: third.id, from: addDays(today, 2), to: addDays(today, 4), reason: 'On leave' }]
      : [],
  };
}

/**
 * Creates the setup of a ground: the whole of it and its halves, dearer in the floodlit evenings
 * and at weekends.
 */
export function groundSetup(random: SeededRandom, business: Business): TimeSetup {
  const court = (name: string, colour: string, wholeId: string | null): DemoResource => ({
    id: random.uuid(),
    kind: 'court',
    name,
    colour,
    wholeId,
    memberId: null,
  });
  const ground = court('Full ground', 'teal', null);
  const halves = [court('Half A', 'blue', ground.id), court('Half B', 'orange', ground.id)];
  const evening = { from: '18:00', to: '23:00' };
  const everyDay: number[] = [];
  return {
    resources: [ground, ...halves],
    services: [
      {
        id: random.uuid(),
        name: 'Turf Booking',
        duration: 60,
        bufferBefore: 0,
        bufferAfter: 0,
        price: 1_200_00,
        pricedPer: 'hour',
        freeWithinDays: null,
        priceRules: [
          { resourceId: null, weekdays: [saturday, sunday], hours: null, price: 1_500_00 },
          { resourceId: null, weekdays: everyDay, hours: evening, price: 1_800_00 },
          // Last, since the last rule that matches wins: a half costs less than the whole.
          ...halves.flatMap(({ id }) => [
            { resourceId: id, weekdays: everyDay, hours: null, price: 800_00 },
            { resourceId: id, weekdays: everyDay, hours: evening, price: 1_100_00 },
          ]),
        ],
      },
    ],
    hours: getHours(business),
    closures: [],
  };
}

/** Converts the words of the wizard to weekly hours of the business. */
function getHours({ hours: { slots, days } }: Business): TimeSetup['hours'][number][] {
  return days.flatMap((day) =>
    slots.map(({ start_time, end_time }) => ({
      resourceId: null,
      weekday: weekdayNames.findIndex((name) => name === day) + 1,
      opens: clock(start_time),
      closes: clock(end_time),
    })),
  );
}

/** Converts `9 AM` to `09:00`. */
function clock(text: string): string {
  const minutes = toMinutes(text) ?? 0;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
