export { hasPhone, listAppointmentsOf } from './list-queries.ts';
export { present } from './present.ts';
export { findOpeningHours } from './queries.ts';
export { listAppointments } from './list.ts';
export { countShownByDay } from './tally-queries.ts';
export { visibilityIn } from './visibility.ts';
export { besideKey, hidden, type Key, type ListOrder, type Visibility, visible } from './visibility-queries.ts';
