import {
  confirmEnrolment,
  raiseAssurance,
  removeSecondFactor,
  startEnrolment,
} from '@samay/contract/identity/second-factor';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { Authenticator } from '../../../../test/fixtures/factor.ts';
import { startMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

it('sends an email for every change that a thief would make, and for nothing ordinary [P-2.28]', async () => {
  const box = await startMailbox();
  const me = await signInAs(test, await buildTenant(test));
  const app = new Authenticator((await me.call(startEnrolment)).body.secret);
  const { recoveryCodes } = (
    await me.call(confirmEnrolment, { body: { code: app.codeAt(test.dependencies.clock()) } })
  ).body;
  const later = new Date(test.dependencies.clock().getTime() + 60_000);
  test.setNow(later.toISOString());
  await me.call(raiseAssurance, { body: { code: app.codeAt(later) } });
  await me.call(raiseAssurance, { body: { recoveryCode: recoveryCodes[0] ?? '' } });
  await me.call(raiseAssurance, { body: { code: '000000' } });
  await me.call(removeSecondFactor, { body: { recoveryCode: recoveryCodes[1] ?? '' } });

  const again = new Authenticator((await me.call(startEnrolment)).body.secret);
  await me.call(confirmEnrolment, { body: { code: again.codeAt(later) } });
  for (let tried = 0; tried < 5; tried += 1) await me.call(raiseAssurance, { body: { code: '000000' } });

  await deliverDue({ ...test.dependencies, mail: box.mailer });
  const emails = box.emails(me.identity?.email ?? '');
  expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
    'A recovery code of your Samay account was used',
    'Somebody who knows your Samay password did not have your code',
    'Two-step verification is off for your Samay account',
    'Two-step verification is on for your Samay account',
    'Two-step verification is on for your Samay account',
  ]);
  for (const { text } of emails) {
    expect(text).toContain(`${test.dependencies.settings.publicUrl}/login`);
    for (const secret of [...recoveryCodes, app.secret, again.secret]) expect(text).not.toContain(secret);
  }
  await box.close();
});
