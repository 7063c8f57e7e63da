import { setTimeout as wait } from 'node:timers/promises';
import { whatsAppApp, type WhatsAppNumber, whatsAppNumbers } from './accounts.ts';
import { type Answer, answerChange, statusChange, templateChange } from './events.ts';
import { faultOfNumber, faults, GraphError } from './faults.ts';
import { Buckets, type SendingLimits } from './limits.ts';
import { codeInMode } from './modes.ts';
import { type Phone, type PhoneMessage, Phones } from './phones.ts';
import { type Template, TemplateRegistry, type TemplateMessage, type TemplateState } from './templates.ts';
import { type Change, WhatsAppWebhooks } from './webhooks.ts';
import { instantNow } from '../party/clock.ts';
import type { Party } from '../party/party.ts';

/** The body with which the API sends a message. */
export interface MessageRequest {
  readonly messaging_product?: string;
  readonly to?: string;
  /** A user id, for a person whose number is unknown. */
  readonly recipient?: string;
  readonly type?: string;
  readonly text?: { readonly body?: string };
  readonly template?: TemplateMessage;
  readonly biz_opaque_callback_data?: string;
}

/** Delivers messages to phones, answers to the business, and reports both by webhook. */
export class WhatsAppNetwork {
  readonly phones = new Phones();
  readonly webhooks: WhatsAppWebhooks;
  readonly #party: Party;
  readonly #registries = new Map<string, TemplateRegistry>(
    whatsAppNumbers.map((own) => [own.accountId, new TemplateRegistry()]),
  );
  readonly #throughput: Buckets;
  readonly #pairs: Buckets;
  readonly #reviewMs: number;

  constructor(
    party: Party,
    options: { webhookAddress: string | undefined; limits: SendingLimits; reviewMs: number },
  ) {
    const { perSecond, pairBurst, pairSeconds } = options.limits;
    this.#party = party;
    this.webhooks = new WhatsAppWebhooks(options.webhookAddress, whatsAppApp);
    this.#throughput = new Buckets(perSecond, perSecond);
    this.#pairs = new Buckets(pairBurst, 1 / pairSeconds);
    this.#reviewMs = options.reviewMs;
  }

  /** Lists the accounts with their templates. */
  get registries(): ReadonlyMap<string, TemplateRegistry> {
    return this.#registries;
  }

  /** Accepts a message, or throws the API's refusal. Returns the body of the answer. */
  send(from: WhatsAppNumber, request: MessageRequest): object {
    const { mode } = this.#party;
    const phone = this.#findRecipient(request);
    this.#assertLimits(from, phone);
    const shown = toShown(request, this.#registries.get(from.accountId));
    const code = codeInMode(mode, 'failed') ?? faultOfNumber(phone.number);
    if (code !== undefined && !faults[code]?.isReportedLater) throw new GraphError(code);
    const message = this.phones.receive(phone, shown.text, {
      phoneNumberId: from.phoneNumberId,
      category: shown.category,
      callbackData: request.biz_opaque_callback_data,
    });
    const isTemplate = request.type === 'template';
    const isOutside = !isTemplate && !this.phones.isWindowOpen(phone, from.phoneNumberId);
    const isHeld = mode === 'held' && isTemplate;
    if (!isHeld) void this.#deliver(from, phone, message, code ?? (isOutside ? 131047 : undefined));
    return {
      messaging_product: 'whatsapp',
      contacts: [{ input: request.to ?? request.recipient, wa_id: phone.number, user_id: phone.userId }],
      messages: [
        {
          id: message.id,
          ...(isTemplate && { message_status: isHeld ? 'held_for_quality_assessment' : 'accepted' }),
        },
      ],
    };
  }

  /** Registers a template, and decides about it after the time of a review. */
  createTemplate(accountId: string, fields: object): Template {
    const template = this.#registry(accountId).create(fields);
    void this.#review(accountId, template);
    return template;
  }

  setTemplateState(accountId: string, template: Template, state: TemplateState): Promise<void> {
    template.status = state;
    if (state === 'REJECTED') template.rejected_reason = 'INVALID_FORMAT';
    return this.#notify(templateChange(accountId, template));
  }

  /** Sends what a person typed or tapped to the number that wrote to them last. */
  async answer(phone: Phone, answer: Answer): Promise<void> {
    const last = 'tapped' in answer ? answer.tapped : phone.messages.find(({ from }) => from === 'business');
    const number = findNumber(last?.phoneNumberId);
    await this.read(phone);
    const { id } = this.phones.answer(phone, answer.text, number.phoneNumberId);
    await this.#notify(answerChange(number, phone, id, answer, this.#party.mode === 'username'));
  }

  /** Marks as read what was delivered to a phone. */
  async read(phone: Phone): Promise<void> {
    const unread = phone.messages.filter(({ from, state }) => from === 'business' && state === 'delivered');
    for (const message of unread) {
      message.state = 'read';
      await this.#report(findNumber(message.phoneNumberId), phone, message, { state: 'read' });
    }
  }

  async #review(accountId: string, template: Template): Promise<void> {
    const { mode } = this.#party;
    if (mode === 'review-waits') return;
    await wait(this.#reviewMs, undefined, { ref: false });
    await this.setTemplateState(accountId, template, mode === 'review-rejects' ? 'REJECTED' : 'APPROVED');
  }

  #registry(accountId: string): TemplateRegistry {
    const registry = this.#registries.get(accountId);
    if (!registry) throw new GraphError(100, `Object with ID '${accountId}' does not exist`);
    return registry;
  }

  #findRecipient({ messaging_product: product, to, recipient }: MessageRequest): Phone {
    if (product !== 'whatsapp') throw new GraphError(100, 'The parameter messaging_product is required.');
    const known = to === undefined && recipient !== undefined && this.phones.byUserId(recipient);
    if (known) return known;
    if (to === undefined) throw new GraphError(131008, 'The parameter to is required.');
    const number = to.replaceAll(/[+\s()-]/g, '');
    if (!/^[1-9]\d{7,14}$/.test(number)) throw new GraphError(131009, 'to is not a phone number');
    return this.phones.at(number);
  }

  #assertLimits(from: WhatsAppNumber, phone: Phone): void {
    const now = Date.parse(instantNow());
    if (!this.#throughput.take(from.phoneNumberId, now)) throw new GraphError(130429);
    if (!this.#pairs.take(`${from.phoneNumberId} ${phone.number}`, now)) throw new GraphError(131056);
  }

  async #deliver(
    from: WhatsAppNumber,
    phone: Phone,
    message: PhoneMessage,
    code: number | undefined,
  ): Promise<void> {
    const { mode } = this.#party;
    if (code !== undefined) {
      message.state = 'failed';
      return this.#report(from, phone, message, { state: 'failed', code });
    }
    const states = mode === 'undelivered' ? (['sent'] as const) : (['sent', 'delivered'] as const);
    message.state = states.at(-1) ?? 'sent';
    for (const state of mode === 'unordered-webhook' ? states.toReversed() : states)
      // A batch leaves together, so that no state waits for the one before.
      if (mode === 'batched-webhook') void this.#report(from, phone, message, { state });
      else await this.#report(from, phone, message, { state });
  }

  #report(
    from: WhatsAppNumber,
    phone: Phone,
    message: PhoneMessage,
    report: { state: 'sent' | 'delivered' | 'read' | 'failed'; code?: number },
  ): Promise<void> {
    const isNumberHidden = this.#party.mode === 'username';
    return this.#notify(statusChange(from, phone, message, { ...report, isNumberHidden }));
  }

  async #notify(change: Change): Promise<void> {
    const { mode } = this.#party;
    if (mode === 'no-webhook') return;
    await this.webhooks.send(change, {
      copies: mode === 'duplicate-webhook' ? 2 : 1,
      delayMs: mode === 'late-webhook' ? 5000 : 0,
      isBatched: mode === 'batched-webhook',
      isForged: mode === 'forged-webhook',
    });
  }
}

/** Finds a number by its id; without an id, the platform's. */
function findNumber(phoneNumberId: string | undefined): WhatsAppNumber {
  return whatsAppNumbers.find((own) => own.phoneNumberId === phoneNumberId) ?? whatsAppNumbers[0];
}

/** Checks the content of a message. Returns what the phone shows, and the category of its price. */
function toShown(
  request: MessageRequest,
  registry: TemplateRegistry | undefined,
): { text: ReturnType<TemplateRegistry['render']>; category: string } {
  if (request.type === 'template') {
    if (!request.template || !registry) throw new GraphError(131008, 'The parameter template is required.');
    const text = registry.render(request.template);
    const { name } = request.template;
    const category = registry.all.find((template) => template.name === name)?.category ?? 'UTILITY';
    return { text, category };
  }
  if ((request.type ?? 'text') !== 'text') throw new GraphError(131051);
  const body = request.text?.body ?? '';
  if (body === '') throw new GraphError(131008, 'The parameter text.body is required.');
  if (body.length > 4096) throw new GraphError(100, 'text.body: at most 4096 characters');
  return { text: { text: body, buttons: [] }, category: 'service' };
}
