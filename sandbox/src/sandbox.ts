import { startControl } from './control.ts';
import { startMailServer } from './mail-server.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

/** Ports of the sandbox's servers; 0 takes a free one. */
export interface SandboxPorts {
  readonly control: number;
  readonly mail: number;
  readonly webhook: number;
}

/** Starts all pretend third parties and their control. Rejects, with nothing left running, when a port is taken. */
export async function startSandbox(
  ports: SandboxPorts,
): Promise<{ control: string; mail: string; webhook: string; close(): Promise<void> }> {
  const started: { close(): Promise<void> }[] = [];
  const close = async () => {
    await Promise.all(started.map((server) => server.close()));
  };
  try {
    const mail = await startMailServer(ports.mail);
    started.push(mail);
    const webhook = await startWebhookReceiver(ports.webhook);
    started.push(webhook);
    const control = await startControl([mail.party, webhook.party], ports.control);
    started.push(control);
    return { control: control.address, mail: mail.party.address, webhook: webhook.party.address, close };
  } catch (error) {
    await close();
    throw error;
  }
}
