import { startCalendarServer } from './calendar/server.ts';
import { startControl } from './control/server.ts';
import { startIdentityServer } from './identity/server.ts';
import { startMailServer } from './mail/server.ts';
import type { Party } from './party/party.ts';
import { startPaymentsServer } from './payments/server.ts';
import { startSmsServer } from './sms/server.ts';
import { startStorageServer } from './storage/server.ts';
import { startWebhookReceiver } from './webhooks/receiver.ts';
import { startWhatsAppServer } from './whatsapp/server.ts';

const parties = {
  mail: startMailServer,
  webhook: startWebhookReceiver,
  identity: startIdentityServer,
  payments: startPaymentsServer,
  calendar: startCalendarServer,
  storage: startStorageServer,
  whatsapp: startWhatsAppServer,
  sms: startSmsServer,
};

type PartyName = keyof typeof parties;

/** Ports of the sandbox's servers; 0 takes a free one. */
export type SandboxPorts = Readonly<Record<PartyName | 'control', number>>;

/** Target addresses of the parties that send webhooks. */
export interface WebhookTargets {
  readonly payments?: string | undefined;
  readonly whatsapp?: string | undefined;
}

/**
 * Starts all simulated third parties and the control server, and resolves to their addresses. When
 * a port is taken it stops all and rejects.
 */
export async function startSandbox(
  ports: SandboxPorts,
  webhooks: WebhookTargets = {},
): Promise<Record<PartyName | 'control', string> & { close(): Promise<void> }> {
  const started: { close(): Promise<void> }[] = [];
  const close = async () => {
    await Promise.all(started.map((server) => server.close()));
  };
  const open = async (name: PartyName): Promise<Party> => {
    const server =
      name === 'payments' || name === 'whatsapp'
        ? await parties[name](ports[name], { webhookAddress: webhooks[name] })
        : await parties[name](ports[name]);
    started.push(server);
    return server.party;
  };
  try {
    const mail = await open('mail');
    const webhook = await open('webhook');
    const identity = await open('identity');
    const payments = await open('payments');
    const calendar = await open('calendar');
    const storage = await open('storage');
    const whatsapp = await open('whatsapp');
    const sms = await open('sms');
    const control = await startControl(
      [mail, webhook, identity, payments, calendar, storage, whatsapp, sms],
      ports.control,
    );
    started.push(control);
    return {
      control: control.address,
      mail: mail.address,
      webhook: webhook.address,
      identity: identity.address,
      payments: payments.address,
      calendar: calendar.address,
      storage: storage.address,
      whatsapp: whatsapp.address,
      sms: sms.address,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
