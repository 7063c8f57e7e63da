import { escapeText } from '../party/escape-text.ts';
import { type Account, people, verifications } from './accounts.ts';

interface ConsentRequest {
  /** The client id of the application. */
  readonly client: string;
  readonly scopes: string;
}

/** Renders the account chooser: the known accounts, and a form for another one. */
export function chooserPage({ client, scopes }: ConsentRequest): string {
  return page(
    'Choose an account',
    `<p>to continue to <b>${escapeText(client)}</b>, which asks for ${escapeText(scopes)}</p>
<form method="post"><ul>${people.map(personButton).join('')}</ul></form>
<details><summary>Use another account</summary>
<form method="post">
<label>Email <input name="email" required></label>
<label>Name <input name="name"></label>
<label>The address is <select name="verification">${Object.entries(verifications)
      .map(([value, text]) => `<option value="${value}">${escapeText(text)}</option>`)
      .join('')}</select></label>
<label>Account number, if not this address's own <input name="subject"></label>
<button>Next</button>
</form></details>
${cancelForm}`,
  );
}

/** Renders the page that asks for consent to the scopes. */
export function consentPage({ client, scopes }: ConsentRequest, account: Account | undefined): string {
  return page(
    'Grant access',
    `<p><b>${escapeText(client)}</b> wants to know ${escapeText(scopes)} of <b>${escapeText(account?.email ?? 'this account')}</b>.</p>
<form method="post"><button name="consent" value="yes">Allow</button></form>
${cancelForm}`,
  );
}

/** Renders the page for a request that belongs to no sign-in. */
export function errorPage(reason: string): string {
  return page('Nothing to sign in to', `<p>${escapeText(reason)}</p>`);
}

function personButton({ email, name, verification }: Account): string {
  const note = verification === 'yes' ? '' : ` <i>(${escapeText(verifications[verification])})</i>`;
  return `<li><button name="email" value="${escapeText(email)}">${escapeText(name)}<br><small>${escapeText(email)}${note}</small></button></li>`;
}

const cancelForm = '<form method="post"><button name="cancel" value="yes">Cancel</button></form>';

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Sandbox identity</title><style>${style}</style></head>
<body><main><p class="mark">Sandbox identity: a pretend Google on this machine</p><h1>${title}</h1>
${body}</main></body></html>`;
}

const style = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; color: #1c1917; background: #f1f0ee; }
main { max-width: 26rem; margin: 6vh auto; padding: 2rem; background: #fff; border: 1px solid #d6d3d1; border-radius: 1rem; box-sizing: border-box; }
.mark { color: #57534e; font-size: .875rem; margin: 0; } h1 { font-size: 1.5rem; margin: .5rem 0 1rem; }
ul { list-style: none; margin: 0; padding: 0; } button { font: inherit; padding: .5rem 1rem; min-height: 44px; margin-top: .5rem; }
li button { width: 100%; text-align: left; background: none; border: 0; border-bottom: 1px solid #e7e5e4; margin: 0; cursor: pointer; }
label { display: block; margin: .75rem 0; } input, select { font: inherit; display: block; width: 100%; box-sizing: border-box; padding: .4rem; }
details { margin: 1rem 0; } summary { padding: .5rem 0; }`;
