import { indiaDate, now } from '@samay/contract/core/time';
import { vi } from 'vitest';
import { AppointmentsScreen } from '../src/modules/bookings/appointments/list/appointments-screen.tsx';
import type { ListFilters } from '../src/modules/bookings/list-filters.ts';
import type { ClinicServer } from './clinic-server.ts';
import { renderSignedIn } from './render-signed-in.tsx';

export const list = 'GET /api/appointments';
export const today = indiaDate(now());

/** Shows the list of a business's bookings. */
export function showList(server: ClinicServer, filters: ListFilters = { status: 'all' }) {
  const onFiltersChange = vi.fn();
  const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn() };
  const rendered = renderSignedIn(
    server,
    <AppointmentsScreen filters={filters} onFiltersChange={onFiltersChange} />,
    actions,
  );
  return { ...rendered, ...actions, onFiltersChange };
}
