export { isRevenue } from './revenue-queries.ts';
export { readPlace as readBookingPlace, writePlace as writeBookingPlace } from './place.ts';
