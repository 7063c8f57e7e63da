import type { Appointment } from '@samay/contract/bookings/appointments';
import type { Visit } from '@samay/contract/desk/visits';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildAppointment, buildSession } from '../../../../../test/builders.ts';
import {
  answerError,
  answerTaken,
  type ClinicServer,
  startClinicServer,
} from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { timeText } from '../../../../lib/days.ts';
import { VisitDialog } from './visit-dialog.tsx';

const today = indiaDate(now());
const wanted = addDays(today, 14);
const resourceId = '00000000-0000-4000-8000-0000000000d1';
const nothing = { text: '', version: 0, writtenAt: null };
let present: Appointment;
let visit: Visit;
let server: ClinicServer;
const note = () => `PUT /api/appointments/${present.id}/note`;

beforeEach(async () => {
  server = await startClinicServer(buildSession({ role: 'DOCTOR' }));
  present = buildAppointment({
    personName: 'Sana Khan',
    date: today,
    time: '10:30',
    resourceId,
    patientId: resourceId,
  });
  visit = {
    appointment: present,
    note: nothing,
    mayWriteNote: true,
    earlier: [],
    hasMore: false,
    next: null,
  };
  server.routes.set(`GET /api/appointments/${present.id}/visit`, () => ({ json: visit }));
});
afterEach(() => server.close());

async function show() {
  const actions = { openDetails: vi.fn(), openVisit: vi.fn() };
  const onClose = vi.fn();
  const view = renderSignedIn(server, <VisitDialog id={present.id} onClose={onClose} />, actions);
  await screen.findByRole('dialog', { name: 'Sana Khan' });
  await screen.findByRole('region', { name: 'Last visits' });
  return { ...view, ...actions, onClose };
}

const slotsOn = (...days: { date: string; times: string[] }[]) =>
  server.routes.set('GET /api/slots', () => ({ json: { resources: [{ resourceId, days }] } }));

it('has the last visits with what was written and prescribed, and the way to all [P-8.28]', async () => {
  const prescription = {
    fileName: 'a.png',
    mediaType: 'image/png' as const,
    bytes: 70,
    uploadedAt: '2026-10-05T05:00:00.000Z',
  };
  visit = {
    ...visit,
    earlier: [
      {
        ...buildAppointment({ date: '2026-10-05', status: 'completed', prescription }),
        note: 'Fever\nParacetamol',
      },
      { ...buildAppointment({ date: '2026-09-01', status: 'no_show' }), note: null },
    ],
  };
  await show();
  const rows = within(screen.getByRole('region', { name: 'Last visits' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/5 Oct 2026.*Dr\. Kavita Rao.*Prescription.*Fever\nParacetamol/s),
    expect.stringMatching(/1 Sept? 2026.*No-show/),
  ]);
  expect(screen.getByRole('button', { name: 'Prescription of 5 Oct 2026' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'All visits' })).toHaveAttribute(
    'href',
    expect.stringContaining(resourceId),
  );
});

const refusedAsChanged = {
  status: 409,
  json: {
    error: {
      code: 'note.changed',
      message: 'Somebody else has changed this note meanwhile.',
      requestId: 'r',
    },
  },
};

describe('the note', () => {
  it('saves itself when the field is left, and says so [P-8.32]', async () => {
    server.routes.set(note(), ({ body }) => ({
      json: { ...nothing, text: (JSON.parse(body) as { text: string }).text, version: 1 },
    }));
    const { user } = await show();
    expect(screen.getByText('For owners and doctors only')).toBeVisible();
    await user.type(screen.getByLabelText('Note'), 'Fever');
    await user.tab();
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(server.requestsOf(note()).map(({ body }) => JSON.parse(body) as object)).toEqual([
      { text: 'Fever', version: 0 },
    ]);
  });

  it('that could not be saved is there again when the visit is opened again, and is told on the way out', async () => {
    server.routes.set(note(), () => 'drop');
    const { user, unmount } = await show();
    await user.type(screen.getByLabelText('Note'), 'Fever');
    await user.tab();
    expect(await screen.findByText(/^Not saved yet/)).toBeVisible();
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
    unmount();
    const { unmount: close } = await show();
    expect(screen.getByLabelText('Note')).toHaveValue('Fever');
    server.routes.set(note(), () => ({ json: { ...nothing, text: 'Fever', version: 1 } }));
    fireEvent(window, new Event('online'));
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true);
    close();
  });

  it('that somebody else changed meanwhile is shown with both ways on', async () => {
    const theirs = { ...nothing, text: 'Cough', version: 1 };
    server.routes.set(note(), () => {
      visit = { ...visit, note: theirs };
      return refusedAsChanged;
    });
    const { user } = await show();
    await user.type(screen.getByLabelText('Note'), 'Fever');
    await user.tab();
    expect(await screen.findByRole('alert')).toHaveTextContent('Cough');
    server.routes.set(note(), ({ body }) => ({
      json: { ...nothing, text: (JSON.parse(body) as { text: string }).text, version: 2 },
    }));
    await user.click(screen.getByRole('button', { name: 'Keep both' }));
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(screen.getByLabelText('Note')).toHaveValue('Cough\n\nFever');
    expect(JSON.parse(server.requestsOf(note()).at(-1)?.body ?? '')).toEqual({
      text: 'Cough\n\nFever',
      version: 1,
    });
  });

  it('is read where the business is suspended', async () => {
    visit = { ...visit, mayWriteNote: false, note: { ...nothing, text: 'Fever', version: 1 } };
    await show();
    expect(screen.getByLabelText('Note')).toHaveAttribute('readonly');
  });
});

describe('the next visit', () => {
  const create = 'POST /api/appointments';
  const bodies = () => server.requestsOf(create).map(({ body }) => JSON.parse(body) as object);

  it('is one press: the nearest free start in two weeks with the same doctor, taken back by another [P-8.36]', async () => {
    slotsOn({ date: wanted, times: ['09:00', '10:45', '12:00'] });
    const made = buildAppointment({ personName: 'Sana Khan', date: wanted, time: '10:45' });
    server.routes.set(create, () => ({ status: 201, json: made }));
    const cancellation = `POST /api/appointments/${made.id}/cancellation`;
    server.routes.set(cancellation, () => ({ json: { ...made, status: 'cancelled' } }));
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: `Next visit in 2 weeks ${timeText(made)}` }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    expect(bodies()).toEqual([
      expect.objectContaining({
        date: wanted,
        time: '10:45',
        resourceId,
        doctor: 'Dr. Kavita Rao',
        personName: 'Sana Khan',
      }),
    ]);
    expect(
      screen.getByRole('button', { name: `Booked: ${timeText(made)} with Dr. Kavita Rao` }),
    ).toBeVisible();
    await user.click(undo);
    expect(await screen.findByRole('button', { name: /^Next visit in 2 weeks/ })).toBeVisible();
    expect(server.requestsOf(cancellation)).toHaveLength(1);
  });

  it('says that a day has no free start, why, and what is free around it [P-8.36]', async () => {
    slotsOn({ date: addDays(wanted, -1), times: ['10:30'] }, { date: addDays(wanted, 1), times: ['11:00'] });
    server.routes.set('GET /api/appointment-warnings', () => ({
      json: { warnings: ['Sunday is not a working day.'] },
    }));
    server.routes.set(create, () => ({ status: 201, json: buildAppointment() }));
    const { user } = await show();
    expect(await screen.findByText(/^Nothing is free on .*\. Sunday is not a working day\.$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Next visit in/ })).toBeNull();
    expect(
      screen.getByRole('button', { name: `Book ${timeText({ date: addDays(wanted, 1), time: '11:00' })}` }),
    ).toBeVisible();
    await user.click(
      screen.getByRole('button', { name: `Book ${timeText({ date: addDays(wanted, -1), time: '10:30' })}` }),
    );
    await screen.findByRole('button', { name: 'Undo' });
    expect(bodies()).toEqual([
      expect.objectContaining({ date: addDays(wanted, -1), time: '10:30', resourceId }),
    ]);
  });

  it('that somebody else was quicker with is refused, with what is free instead', async () => {
    slotsOn({ date: wanted, times: ['10:30'] });
    server.routes.set(
      create,
      answerTaken({ next: [{ resourceId, date: wanted, time: '11:00' }], elsewhere: [] }),
    );
    const { user } = await show();
    await user.click(await screen.findByRole('button', { name: /^Next visit in 2 weeks/ }));
    server.routes.set(create, () => ({ status: 201, json: buildAppointment() }));
    await user.click(await screen.findByRole('button', { name: 'Book 11:00 am' }));
    await screen.findByRole('button', { name: 'Undo' });
    expect(bodies().at(-1)).toMatchObject({ date: wanted, time: '11:00' });
  });

  it('is in another number of weeks by choice, and one that is booked is shown', async () => {
    visit = {
      ...visit,
      next: { id: resourceId, date: addDays(today, 3), time: '17:15', doctor: 'Dr. Iyer' },
    };
    slotsOn({ date: addDays(today, 28), times: ['10:30'] });
    const { user, openDetails } = await show();
    await user.selectOptions(
      screen.getByRole('combobox', { name: 'When the next visit is wanted' }),
      'in 4 weeks',
    );
    expect(await screen.findByRole('button', { name: /^Next visit in 4 weeks/ })).toBeEnabled();
    await expect
      .poll(() => server.requestsOf('GET /api/slots').at(-1)?.query.get('resource'))
      .toBe(resourceId);
    await user.click(
      screen.getByRole('button', {
        name: `Booked: ${timeText({ date: addDays(today, 3), time: '17:15' })} with Dr. Iyer`,
      }),
    );
    expect(openDetails).toHaveBeenCalledWith(resourceId);
  });
});

it('sends a prescription as soon as it is chosen [P-8.35]', async () => {
  const upload = `PUT /api/appointments/${present.id}/prescription`;
  server.routes.set(upload, () => ({ json: present }));
  const { user } = await show();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]:not([capture])');
  if (!input) throw new Error('The chooser is not there');
  await user.upload(input, new File(['abc'], 'slip.jpg', { type: 'image/jpeg' }));
  expect(await screen.findByText('Prescription uploaded')).toBeVisible();
  expect(server.requestsOf(upload)).toHaveLength(1);
  input.accept = '';
  await user.upload(input, new File(['abc'], 'slip.gif'));
  expect(await screen.findByText('Only .jpg, .jpeg, .png, and .pdf files are allowed')).toBeVisible();
});

it('is started, and completed with a press that leads back to the queue', async () => {
  const start = `PUT /api/appointments/${present.id}/start`;
  const completion = `POST /api/appointments/${present.id}/completion`;
  const started = { ...present, startedAt: now().toISOString() };
  server.routes.set(start, () => {
    visit = { ...visit, appointment: started };
    return { json: started };
  });
  server.routes.set(completion, () => ({ json: { ...started, status: 'completed' } }));
  const { user, onClose } = await show();
  await user.click(screen.getByRole('button', { name: 'Start' }));
  expect(await screen.findByText(/In since/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Complete' }));
  await waitFor(() => expect(server.requestsOf(completion)).toHaveLength(1));
  expect(onClose).toHaveBeenCalledOnce();
});

it('says what failed, and that a booking is gone', async () => {
  const route = `GET /api/appointments/${present.id}/visit`;
  server.routes.set(
    route,
    answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
  );
  const { user } = renderSignedIn(server, <VisitDialog id={present.id} onClose={() => undefined} />);
  const retry = await screen.findByRole('button', { name: 'Retry' });
  server.routes.set(route, answerError(404, 'not_found', 'This does not exist, or you may not see it.'));
  await user.click(retry);
  expect(await screen.findByText(/does not exist any more/)).toBeVisible();
});
