import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { canonicalTime, toMinutes, overlappingSlots, type SlotOnDays, weekdays } from './opening-hours.ts';
import { BusinessType } from '../core/roles.ts';
import { mailedLine, requiredMailedLine } from '../core/text.ts';

/** The error of each unanswered step of the wizard. */
export const onboardingMessages = {
  businessType: 'Please select your business type',
  businessName: 'Please enter your turf name',
  timeSlots: 'Please fill in all time slots or remove empty ones',
  operatingDays: 'Please select at least one day',
} as const;

/** `9 AM`, `9:30 pm` and the like; stored as `9 AM`, `9:30 PM`. */
const SlotTime = z
  .string()
  .trim()
  .min(1, onboardingMessages.timeSlots)
  .max(20, 'Please enter a time such as 9 or 9:30')
  .refine((text) => text === '' || toMinutes(text) !== undefined, 'Please enter a time such as 9 or 9:30')
  .transform(canonicalTime);

/** Names of weekdays, stored in the order of the week and once each. */
export const OperatingDays = z
  .array(z.enum(weekdays))
  .min(1, onboardingMessages.operatingDays)
  .max(70)
  .transform((days) => weekdays.filter((day) => days.includes(day)));

const Slot = z.strictObject({ start_time: SlotTime, end_time: SlotTime });

/**
 * Opening hours: at least one slot, none over another. A slot that ends before it starts passes midnight;
 * equal times mean the whole day.
 */
function slots<Of extends z.ZodType<SlotOnDays>>(slot: Of) {
  return z
    .array(slot)
    .min(1, onboardingMessages.timeSlots)
    .max(24, 'At most 24 time slots, please')
    .superRefine((all, context) => {
      for (const place of overlappingSlots(all))
        context.addIssue({
          code: 'custom',
          path: [place, 'start_time'],
          message: 'These hours overlap others',
        });
    });
}

export const TimeSlots = slots(Slot);

/** The hours of the wizard: a slot without days of its own is of all operating days. */
export const SlotsOnDays = slots(Slot.extend({ days: OperatingDays.optional() }));

/**
 * The answers of the wizard. A turf has a name; a clinic keeps the name from its sign-up, and
 * `businessName` is ignored.
 */
export const Onboarding = z
  .strictObject({
    businessType: z.enum(BusinessType.options, onboardingMessages.businessType),
    businessName: mailedLine(200).nullable().default(null),
    timeSlots: SlotsOnDays,
    operatingDays: OperatingDays,
  })
  .refine(({ businessType, businessName }) => businessType === 'doctor' || Boolean(businessName), {
    path: ['businessName'],
    error: onboardingMessages.businessName,
  });
export type Onboarding = z.infer<typeof Onboarding>;

export const BusinessName = requiredMailedLine(200, 'Please enter the name of your business');

export const BusinessProfile = z.strictObject({
  name: z.string(),
  timeSlots: z.array(z.strictObject({ start_time: z.string(), end_time: z.string() })),
  operatingDays: z.array(z.string()),
});
export type BusinessProfile = z.infer<typeof BusinessProfile>;

export const completeOnboarding = endpoint({
  method: 'PUT',
  path: '/api/onboarding',
  access: 'session',
  summary:
    "Set up the caller's business as its owner: type, name, hours and days, in one request and only once.",
  body: Onboarding,
});

export const getBusinessProfile = endpoint({
  method: 'GET',
  path: '/api/business-profile',
  access: 'settings.write',
  summary: 'The name, hours and days of the business, for its owners to change.',
  reply: BusinessProfile,
});

export const changeBusinessProfile = endpoint({
  method: 'PATCH',
  path: '/api/business-profile',
  access: 'settings.write',
  summary: 'Change the name, hours or days of the business. Fields that are left out keep their values.',
  body: z.strictObject({
    name: BusinessName.optional(),
    timeSlots: TimeSlots.optional(),
    operatingDays: OperatingDays.optional(),
  }),
  reply: BusinessProfile,
});
