export { type CalendarEffect, calendarLater } from './calendar-later.ts';
export { giveCalendarsBack } from './give-back.ts';
export { revokeNow } from './revoke.ts';
export { syncEventNow } from './sync-event.ts';
