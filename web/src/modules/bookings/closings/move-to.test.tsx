import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildResource, buildService } from '../../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { asha, buildTouched, ravi } from '../../../../test/closings.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { MoveTo } from './move-to.tsx';

const service = buildService({ resourceIds: [ravi] });
const { booking } = buildTouched('Meera Shah');
const bill = '00000000-0000-4000-8000-0000000000d3';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set('GET /api/resources', () => ({
    json: {
      items: [
        buildResource(bill, 'Dr. Bill'),
        buildResource(ravi, 'Dr. Ravi'),
        buildResource(asha, 'Dr. Asha'),
      ],
    },
  }));
});
afterEach(async () => server.close());

it("shows the booking's own doctor before the services are known, and where that one does not give its service [P-8.74]", async () => {
  const onChange = vi.fn();
  let answer = () => {};
  const known = new Promise<void>((resolve) => (answer = resolve));
  server.routes.set('GET /api/services', async () => {
    await known;
    return { json: { items: [service] } };
  });
  const to = { date: booking.date, time: '', resourceId: asha };
  const about = { ...booking, serviceId: service.id };
  const { user } = renderSignedIn(
    server,
    <MoveTo booking={about} to={to} isWrong={false} onChange={onChange} />,
  );
  const doctor = await screen.findByRole('combobox', { name: 'Doctor' });
  expect(doctor).toHaveDisplayValue('Dr. Asha');
  answer();
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Dr. Bill' })).toBeNull());
  expect(doctor).toHaveDisplayValue('Dr. Asha');
  await user.selectOptions(doctor, 'Dr. Ravi');
  expect(onChange).toHaveBeenCalledWith({ ...to, resourceId: ravi });
});
