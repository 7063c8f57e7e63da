import { sql } from 'kysely';

/** The one meaning of revenue: amounts that are set, of bookings that are scheduled or completed (decisions, "Time and money"). */
export const isRevenue = sql<boolean>`appointments.status in ('scheduled', 'completed') and appointments.amount_paise is not null`;
