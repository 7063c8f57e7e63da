import type { BookingPapers, Paper, PaperLine, PaperProposal } from '@samay/contract/invoicing/papers';
import type { PaperSettings } from '@samay/contract/invoicing/paper-settings';

const id = '00000000-0000-4000-8000-0000000000f1';

/** A tax invoice of ₹500 at 18 %, paid by UPI. */
export function buildPaper(with_: Partial<Paper> = {}): Paper {
  return {
    id,
    kind: 'tax_invoice',
    number: 'PNT/26-27/000001',
    date: '2026-11-21',
    madeAt: '2026-11-21T10:00:00.000Z',
    by: 'Ravi Kumar',
    appointmentId: '00000000-0000-4000-8000-0000000000a1',
    bookingReference: 'booking_1795000000009',
    seller: {
      name: 'City Care Clinic',
      legalName: 'City Care Private Limited',
      address: '12, MG Road\nPune 411001',
      telephone: '020 2553 0000',
      registrationNumber: 'MH-1234',
      gstin: '27AAPFU0939F1ZV',
    },
    recipient: { name: 'Suresh Bose', address: null, gstin: null },
    isVoid: false,
    of: null,
    vouchers: [],
    placeOfSupply: 'Maharashtra (27)',
    description: 'Skin peel, 21 Nov 2026',
    sac: '999722',
    rate: 18_00,
    total: 500_00,
    taxable: 423_72,
    cgst: 38_14,
    sgst: 38_14,
    payments: [{ date: '2026-11-21', method: 'UPI', paise: 500_00, reference: 'UTR 7' }],
    reason: null,
    notes: [],
    items: [],
    discount: 0,
    ...with_,
  };
}

/** The receipt of a business without GST. */
export function buildReceipt(with_: Partial<Paper> = {}): Paper {
  const { seller } = buildPaper();
  return buildPaper({
    kind: 'receipt',
    number: 'R/26-27/000001',
    seller: { ...seller, legalName: null, gstin: null },
    placeOfSupply: null,
    sac: null,
    rate: null,
    taxable: 500_00,
    cgst: 0,
    sgst: 0,
    ...with_,
  });
}

export function lineOfPaper({ id: paperId, kind, number, date, total, isVoid }: Paper): PaperLine {
  return { id: paperId, kind, number, date, total, isVoid };
}

export function buildProposal(with_: Partial<PaperProposal> = {}): PaperProposal {
  return { kind: 'receipt', total: 500_00, paymentId: null, of: null, ...with_ };
}

/** A booking without papers, of which none can be created. */
export function buildBookingPapers(with_: Partial<BookingPapers> = {}): BookingPapers {
  return { papers: [], proposals: [], credit: null, missing: null, ...with_ };
}

/** The settings of a business of which nothing is known. */
export function buildPaperSettings(with_: Partial<PaperSettings> = {}): PaperSettings {
  return {
    registration: 'none',
    legalName: null,
    gstin: null,
    prefix: '',
    automatic: false,
    creditNotesUntil: '11-30',
    services: [],
    ...with_,
  };
}
