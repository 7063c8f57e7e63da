import { Ledger } from './ledger.ts';
import { WebhookSender } from './webhooks.ts';

/** A merchant's keys: for API requests and payment signatures. */
export interface Merchant {
  readonly name: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly keySecret: string;
}

/** The account of the platform, and the secret of its webhooks. */
export const merchant = {
  name: 'Samay',
  accountId: 'acc_sandbox0000000',
  keyId: 'sandbox-key',
  keySecret: 'sandbox-key-secret',
  webhookSecret: 'sandbox-webhook-secret',
} as const;

/** Accounts of businesses. They set the address and the secret of their webhooks themselves. */
export const businessMerchants = [
  {
    name: 'Green Turf',
    accountId: 'acc_sandboxGreen00',
    keyId: 'rzp_test_SandboxGreen01',
    keySecret: 'sandboxGreenTurfSecret01',
  },
  {
    name: 'City Care',
    accountId: 'acc_sandboxCity000',
    keyId: 'rzp_test_SandboxCity001',
    keySecret: 'sandboxCityCareSecret001',
  },
] as const satisfies readonly Merchant[];

/** The orders and webhooks of one merchant: no other key reaches them. */
export class Account {
  readonly merchant: Merchant;
  readonly ledger: Ledger;
  readonly webhooks: WebhookSender;

  constructor(owner: Merchant, webhook: { readonly address: string | undefined; readonly secret: string }) {
    this.merchant = owner;
    this.ledger = new Ledger(owner.keySecret);
    this.webhooks = new WebhookSender(owner.accountId, webhook);
  }

  get authorization(): string {
    return `Basic ${Buffer.from(`${this.merchant.keyId}:${this.merchant.keySecret}`).toString('base64')}`;
  }
}

/** Opens the accounts of all merchants; the platform's webhooks have an address from the start. */
export function openAccounts(webhookAddress: string | undefined): readonly Account[] {
  return [
    new Account(merchant, { address: webhookAddress, secret: merchant.webhookSecret }),
    ...businessMerchants.map((owner) => new Account(owner, { address: undefined, secret: '' })),
  ];
}
