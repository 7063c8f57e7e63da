import { archiveService } from '@samay/contract/availability/services';
import { completeAppointment } from '@samay/contract/bookings/transitions';
import { getPaperSettings, setServiceTax } from '@samay/contract/invoicing/paper-settings';
import { expect, it } from 'vitest';
import { testApp } from '../../../../test/fixtures/app.ts';
import { buildService } from '../../../../test/fixtures/availability.ts';
import { PaperClinic } from '../../../../test/fixtures/money/paper-clinic.ts';
import { asPlatform } from '../../../db/tenant.ts';

it('a visit of an archived service is billed, and its tax can be said still [P-9.100]', async () => {
  const app = await testApp();
  const clinic = await PaperClinic.open(app, { isTaxed: false });
  const serviceId = await buildService(app, clinic.tenant, { name: 'Skin peel' });
  const [id, unnamed] = [
    await clinic.visit('2026-11-21'),
    await clinic.visit('2026-11-21', { time: '12:00' }),
  ];
  await asPlatform(app, (tx) =>
    tx.updateTable('appointments').set({ service_id: serviceId }).where('id', '=', id).execute(),
  );
  await clinic.take(id, 500_00);
  await clinic.desk.call(completeAppointment, { params: { id } });
  await clinic.owner.call(archiveService, { params: { id: serviceId } });
  expect((await clinic.papersOf(id)).missing).toBe('service_tax');
  const { services } = (await clinic.owner.call(getPaperSettings)).body;
  expect(services.map((service) => [service.serviceName, service.isArchived])).toEqual([
    ['General Consultation', false],
    ['Skin peel', true],
  ]);
  const tax = { treatment: 'taxable', sac: '999722', rate: 1800, from: '2026-04-01' } as const;
  expect((await clinic.owner.call(setServiceTax, { params: { id: serviceId }, body: tax })).status).toBe(200);
  expect((await clinic.make(id, 'tax_invoice')).body).toMatchObject({ sac: '999722', cgst: 38_14 });
  // A visit without a service keeps the tax of the first one that is offered.
  expect((await clinic.papersOf(unnamed)).missing).toBe('service_tax');
});
