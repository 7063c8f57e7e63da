import type {
  PaperSettings,
  ServiceTax,
  setPaperSettings as rulesContract,
  setServiceTax as taxContract,
} from '@samay/contract/invoicing/paper-settings';
import type { BodyOf } from '@samay/contract/core/endpoint';
import { indiaDate } from '@samay/contract/core/time';
import type { TenantContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';
import { run, runTogether } from '../../../db/transaction.ts';
import { audit } from '../../audit/index.ts';
import { unsaidSettings } from '../papers/make.ts';
import { taxOn } from '../proposals/proposals.ts';
import {
  type PaperService,
  type PaperSettingsRow,
  readPaperServices,
  readPaperSettings,
  readServiceTaxes,
  type TaxRow,
  writePaperSettings,
  writeServiceTax,
} from '../rows/queries.ts';

const reading = () => ({
  settings: readPaperSettings({}),
  services: readPaperServices({}),
  taxes: readServiceTaxes({}),
});

/** Returns how the business is registered, how it makes papers, and how its services are taxed. */
export async function getPaperSettings(context: TenantContext): Promise<PaperSettings> {
  return presentSettings(await readInOneMessage(context, reading()), context);
}

/** Changes how the business is registered, and how its papers are numbered and made. */
export async function setPaperSettings(
  context: TenantContext,
  { body }: { body: BodyOf<typeof rulesContract> },
): Promise<PaperSettings> {
  const { registration, legalName, gstin, prefix, automatic, creditNotesUntil } = body;
  return changed(context, async (tx) => {
    const names = { legal_name: legalName || null, gstin };
    await run(
      tx,
      context,
      writePaperSettings({
        registration,
        ...names,
        prefix,
        automatic,
        credit_notes_until: creditNotesUntil,
      }),
    );
    const detail = { registration, gstin, prefix, automatic, creditNotesUntil };
    await audit(tx, context, 'paper.settings_changed', context.tenantId, detail);
  });
}

/**
 * Says how a service is taxed from a day on. The rows of other days stay: papers are made by the one
 * that holds on their day. @throws `not_found`
 */
export async function setServiceTax(
  context: TenantContext,
  { params: { id }, body }: { params: { id: string }; body: BodyOf<typeof taxContract> },
): Promise<PaperSettings> {
  const { treatment, sac, rate, from } = body;
  return changed(context, async (tx) => {
    const services = await run(tx, context, readPaperServices({}));
    assertThat(
      services.some((service) => service.id === id),
      'not_found',
    );
    const tax = { service_id: id, holds_from: from, treatment, sac: sac || null, rate };
    await run(tx, context, writeServiceTax(tax));
    await audit(tx, context, 'service.tax_changed', id, { treatment, sac, rate, from });
  });
}

async function changed(context: TenantContext, change: (tx: Tx) => Promise<void>): Promise<PaperSettings> {
  return inTenant(context, async (tx) => {
    await change(tx);
    return presentSettings(await runTogether(tx, context, reading()), context);
  });
}

interface SettingsRows {
  readonly settings: readonly PaperSettingsRow[];
  readonly services: readonly PaperService[];
  readonly taxes: readonly TaxRow[];
}

function presentSettings(rows: SettingsRows, { now }: TenantContext): PaperSettings {
  const settings = rows.settings[0] ?? unsaidSettings;
  return {
    registration: settings.registration,
    legalName: settings.legal_name,
    gstin: settings.gstin,
    prefix: settings.prefix,
    automatic: settings.automatic,
    creditNotesUntil: settings.credit_notes_until,
    services: rows.services.map((service) => presentTax(service, rows.taxes, indiaDate(now))),
  };
}

/** Presents the tax that holds today, or the first that will hold. */
function presentTax(
  { id, name, is_archived: isArchived }: PaperService,
  taxes: readonly TaxRow[],
  today: string,
): ServiceTax {
  const tax = taxOn(taxes, id, today) ?? taxes.find(({ service_id: of }) => of === id);
  return {
    serviceId: id,
    serviceName: name,
    isArchived,
    treatment: tax?.treatment ?? null,
    sac: tax?.sac ?? null,
    rate: tax?.rate ?? null,
    from: tax?.holds_from ?? null,
  };
}
