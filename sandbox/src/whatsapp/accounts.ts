/** A phone number of a business, and the token of the account that it belongs to. */
export interface WhatsAppNumber {
  readonly accountId: string;
  readonly phoneNumberId: string;
  readonly displayNumber: string;
  readonly verifiedName: string;
  readonly token: string;
}

/** The app that receives the webhooks of all accounts. */
export const whatsAppApp = {
  appSecret: 'sandbox-whatsapp-app-secret',
  verifyToken: 'sandbox-whatsapp-verify',
} as const;

/** The numbers that can send: the first is a platform's, the second a business's own. */
export const whatsAppNumbers = [
  {
    accountId: '102290129340398',
    phoneNumberId: '106540352242922',
    displayNumber: '+91 80 4718 0001',
    verifiedName: 'Sandbox Reminders',
    token: 'sandbox-whatsapp-token',
  },
  {
    accountId: '102290129340777',
    phoneNumberId: '106540352242977',
    displayNumber: '+91 80 4718 0002',
    verifiedName: 'Sandbox Own Number',
    token: 'sandbox-whatsapp-own-token',
  },
] as const satisfies readonly WhatsAppNumber[];
