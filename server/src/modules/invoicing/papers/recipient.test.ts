import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { PaperClinic } from '../../../../test/fixtures/money/paper-clinic.ts';

let app: TestApp;
let clinic: PaperClinic;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await PaperClinic.open(app);
});
afterAll(() => app.close());

const club = { recipientName: 'Deccan Sports Club', recipientGstin: '36AAPFU0939F1ZW' };
const address = { recipientAddress: 'Baner, Pune' };

it('a paper with the GSTIN of its recipient has the address too, and so have the notes to it [P-9.97]', async () => {
  const id = await clinic.visit('2026-11-21');
  const refused = await clinic.make(id, 'tax_invoice', club);
  expect(refused.error).toMatchObject({
    code: 'paper.address_needed',
    fields: { recipientAddress: 'From ₹50,000, or with a GSTIN, the address of the recipient is needed.' },
  });
  const { body: invoice } = await clinic.make(id, 'tax_invoice', { ...club, ...address });
  expect(invoice.recipient).toEqual({
    name: 'Deccan Sports Club',
    address: 'Baner, Pune',
    gstin: '36AAPFU0939F1ZW',
  });
  const { body: note } = await clinic.make(id, 'credit_note', { reason: 'Goodwill' });
  expect(note.recipient).toEqual(invoice.recipient);
});

it('refuses the own GSTIN of the business as that of a recipient [P-9.98]', async () => {
  const id = await clinic.visit('2026-11-21');
  const recipientGstin = 'GSTIN 27aapfu0939f1zv';
  expect((await clinic.make(id, 'tax_invoice', { ...club, ...address, recipientGstin })).error).toMatchObject(
    {
      code: 'request.invalid',
      fields: {
        recipientGstin: 'Please enter the GSTIN of the recipient: this is that of the business',
      },
    },
  );
  expect(await clinic.proposed(id)).toEqual([['tax_invoice', 500_00]]);
});
