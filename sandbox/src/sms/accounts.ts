import { randomBytes } from 'node:crypto';
import { type Category, DltPlatform, findTags, type Header } from './dlt.ts';

/** Accounts at MSG91, each of one entity with its header. */
export const smsAccounts = [
  { authkey: '400000AsandboxKey6000000P1', entityId: '1101000000000000001', header: 'SNDBOX' },
  { authkey: '400000BsandboxKey6000000P1', entityId: '1101000000000000002', header: 'OTHERS' },
] as const;

export type SmsAccount = (typeof smsAccounts)[number];

const headers: readonly Header[] = smsAccounts.map(({ header: name, entityId }) => ({ name, entityId }));

/** A template of MSG91: a registered text with named variables, and its sender. */
export interface FlowTemplate {
  readonly id: string;
  readonly authkey: string;
  readonly header: string;
  readonly dltId: string;
  /** The text with `##name##` in the place of each variable. */
  readonly text: string;
  state: 'Verified by DLT' | 'Pending' | 'Rejected';
}

/** The templates of all accounts, and the platform on which their texts are registered. */
export class FlowTemplates {
  readonly dlt = new DltPlatform(headers);
  readonly #templates: FlowTemplate[] = [];

  get all(): readonly FlowTemplate[] {
    return this.#templates;
  }

  /**
   * Registers a text with the operators and creates its template: the variables of the text become
   * VAR1, VAR2 in order.
   */
  register(
    account: SmsAccount,
    { dltId, text, category = 'service' }: { dltId: string; text: string; category?: Category },
  ): FlowTemplate {
    this.dlt.register({ id: dltId, header: account.header, category, text });
    const names = findTags(text).map((_, at) => `VAR${at + 1}`);
    const named = text.replaceAll(/\{#\w+#\}/g, () => `##${names.shift() ?? ''}##`);
    return this.create(account, { dltId, text: named, header: account.header });
  }

  /** Creates a template as a person types it, without a look at the operators' platform. */
  create(
    { authkey }: SmsAccount,
    { dltId, text, header }: { dltId: string; text: string; header: string },
  ): FlowTemplate {
    const id = randomBytes(12).toString('hex');
    const template: FlowTemplate = { id, authkey, header, dltId, text, state: 'Verified by DLT' };
    this.#templates.push(template);
    return template;
  }

  find(id: string, authkey: string): FlowTemplate | undefined {
    return this.#templates.find((template) => template.id === id && template.authkey === authkey);
  }
}
