import { sandboxPorts } from './sandbox-ports.mjs';

/**
 * Returns the settings of a server that uses the sandbox. In production the same settings name the
 * real third parties.
 */
export function sandboxSettings(serverPort) {
  const ports = sandboxPorts(serverPort);
  return {
    SMTP_URL: `smtp://127.0.0.1:${ports.mail}`,
    MAIL_FROM: 'Samay <no-reply@samay.example>',
    CONTACT_EMAIL: 'hello@samay.example',
    GOOGLE_ISSUER: `http://127.0.0.1:${ports.identity}`,
    GOOGLE_CLIENT_ID: 'sandbox-client',
    GOOGLE_CLIENT_SECRET: 'sandbox-secret',
    GOOGLE_CALENDAR_URL: `http://127.0.0.1:${ports.calendar}`,
    GOOGLE_CALENDAR_PAGES_URL: `http://127.0.0.1:${ports.calendar}/calendar`,
    GOOGLE_OAUTH_CONSENT_URL: `http://127.0.0.1:${ports.calendar}/o/oauth2/v2/auth`,
    GOOGLE_OAUTH_TOKEN_URL: `http://127.0.0.1:${ports.calendar}/token`,
    GOOGLE_OAUTH_REVOKE_URL: `http://127.0.0.1:${ports.calendar}/revoke`,
    RAZORPAY_API_URL: `http://127.0.0.1:${ports.payments}`,
    RAZORPAY_CHECKOUT_URL: `http://127.0.0.1:${ports.payments}/v1/checkout/embedded`,
    RAZORPAY_KEY_ID: 'sandbox-key',
    RAZORPAY_KEY_SECRET: 'sandbox-key-secret',
    RAZORPAY_WEBHOOK_SECRETS: 'sandbox-webhook-secret',
    MSG91_API_URL: `http://127.0.0.1:${ports.sms}`,
    WHATSAPP_API_URL: `http://127.0.0.1:${ports.whatsapp}`,
    WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
    WHATSAPP_ACCOUNT_ID: '102290129340398',
    WHATSAPP_TOKEN: 'sandbox-whatsapp-token',
    WHATSAPP_APP_SECRETS: 'sandbox-whatsapp-app-secret',
    WHATSAPP_VERIFY_TOKEN: 'sandbox-whatsapp-verify',
  };
}

/**
 * Returns the settings of the sandbox of a server: its first port, and the addresses of
 * webhooks.
 */
export function sandboxEnvironment(serverPort) {
  return {
    SANDBOX_PORT: String(sandboxPorts(serverPort).control),
    SANDBOX_PAYMENTS_WEBHOOK: `http://127.0.0.1:${serverPort}/api/payment-webhook`,
    SANDBOX_WHATSAPP_WEBHOOK: `http://127.0.0.1:${serverPort}/api/whatsapp-webhook`,
  };
}
