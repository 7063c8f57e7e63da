import { asPlatform } from '../src/db/tenant.ts';
import type { TestApp } from './app.ts';
import { buildAppointment, type BuiltTenant } from './builders.ts';
import type { Client } from './client.ts';
import { type EndpointName, type Sample, samples } from './samples.ts';

/** The sample of an endpoint, with a fresh booking of this business in the state that the endpoint wants. */
export async function sampleFor(app: TestApp, name: EndpointName, tenant: BuiltTenant, caller: Client): Promise<Sample> {
  const { sample, wants } = samples[name];
  const { identity } = caller;
  if (!identity) throw new Error('a sample is made for someone signed in');
  const appointmentId = wants ? await buildAppointment(app, tenant, { status: wants === 'no_show' ? 'no_show' : 'scheduled' }) : '';
  const fileId = wants === 'prescription' ? await buildPrescription(app, tenant, appointmentId) : '';
  return sample({ appointmentId, fileId, caller: identity });
}

/** A prescription's row without content; returns the file's id. */
export async function buildPrescription(
  { database }: Pick<TestApp, 'database'>,
  tenant: BuiltTenant,
  appointmentId: string,
): Promise<string> {
  return asPlatform({ database }, async (tx) => {
    const { id } = await tx
      .insertInto('files')
      .values({
        tenant_id: tenant.id,
        appointment_id: appointmentId,
        display_name: `prescription_${appointmentId}_1.png`,
        media_type: 'image/png',
        bytes: 70,
        sha256: '0'.repeat(64),
        uploaded_by: appointmentId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.updateTable('appointments').set({ prescription_id: id }).where('id', '=', appointmentId).execute();
    return id;
  });
}
