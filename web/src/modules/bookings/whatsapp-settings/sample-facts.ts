import type { MessageFacts } from '@samay/contract/bookings/whatsapp-messages/compose';
import type { BusinessType } from '@samay/contract/core/roles';
import { addDays, type LocalDate } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';

interface Sample {
  readonly businessType: BusinessType;
  /** The name of the business. */
  readonly business: string;
  readonly today: LocalDate;
  readonly place: Pick<MessageFacts, 'address' | 'mapLink'> | undefined;
}

/** Returns the facts of a booking of tomorrow, for the preview of a message. */
export function sampleFacts({ businessType, business, today, place }: Sample): MessageFacts {
  const isClinic = businessType === 'doctor';
  return {
    businessType,
    business,
    person: 'Asha Kulkarni',
    date: addDays(today, 1),
    time: isClinic ? '10:30' : '19:00',
    endTime: isClinic ? '11:00' : '20:00',
    resource: isClinic ? 'Dr. Mehta' : `${capitalise(wording[businessType].resource)} 1`,
    received: 500_00,
    refunded: 20_000,
    due: 300_00,
    address: place?.address ?? null,
    mapLink: place?.mapLink ?? null,
    upiId: 'name@bank',
  };
}
