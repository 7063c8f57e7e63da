import { screen, within } from '@testing-library/react';
import type { Queue, QueueEntry } from '@samay/contract/desk/queue';
import { vi } from 'vitest';
import { shortcutsNow, useShortcutKeys } from '../src/lib/shortcuts.ts';
import { QueueSection } from '../src/modules/bookings/appointments/desk/queue-section.tsx';
import { buildQueueEntry, buildSession } from './builders.ts';
import { type ClinicServer, startClinicServer } from './clinic-server.ts';
import { renderSignedIn } from './render-signed-in.tsx';

export const route = 'GET /api/queue';
export const at = '2026-11-21T09:00:00.000Z';
export const nothing: Queue = {
  resourceId: null,
  resources: [],
  waiting: [],
  done: { completed: 0, noShow: 0 },
  toPay: [],
  recent: [],
};
export const inside = buildQueueEntry({
  personName: 'Ravi Rao',
  time: '14:00',
  stage: 'in',
  arrivedAt: at,
  startedAt: at,
});
export const here = buildQueueEntry({
  personName: 'Sana Khan',
  time: '14:30',
  stage: 'waiting',
  arrivedAt: at,
  waitingSince: at,
  due: 70_000,
  patientId: '00000000-0000-4000-8000-0000000000f1',
});
export const late = buildQueueEntry({ personName: 'Tara Pillai', time: '14:10', isLate: true });

/** Starts a server whose queue has one person inside, one who waits, and one who is late. */
export async function startQueueServer(session = buildSession()): Promise<ClinicServer> {
  localStorage.clear();
  const server = await startClinicServer(session);
  give(server, { waiting: [inside, here, late], done: { completed: 4, noShow: 1 } });
  return server;
}

/** Lets the server answer with another queue from now on. */
export function give(server: ClinicServer, queue: Partial<Queue>): void {
  server.routes.set(route, () => ({ json: { ...nothing, ...queue } }));
}

export function showQueue(server: ClinicServer, props: Parameters<typeof QueueSection>[0] = {}) {
  const actions = {
    openNewAppointment: vi.fn(),
    openDetails: vi.fn(),
    openVisit: vi.fn(),
    openClosing: vi.fn(),
  };
  const view = renderSignedIn(
    server,
    <>
      <Keys />
      <QueueSection {...props} />
    </>,
    actions,
  );
  return { ...actions, ...view };
}

function Keys() {
  useShortcutKeys();
  return null;
}

/** Lists the keys of the page, as its help lists them. */
export function keysOfPage(): readonly string[] {
  return shortcutsNow()
    .filter(({ group }) => group === 'On this page')
    .map(({ keys }) => keys);
}

export async function toRow(name: string) {
  const button = await screen.findByRole('button', { name: new RegExp(`(am|pm)${name}`) });
  return within(button.closest('li') as HTMLElement);
}

/** Returns the booking of an entry, as other endpoints return it. */
export function plain({
  stage: _stage,
  isLate: _isLate,
  isDelayed: _isDelayed,
  isOver: _isOver,
  waitingSince: _since,
  lacksDoctor: _lacks,
  ...appointment
}: QueueEntry) {
  return appointment;
}
