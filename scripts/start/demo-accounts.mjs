/** Accounts of the demo, which its first start creates. */
const accounts = [
  ['admin@samay.example', 'super admin'],
  ['owner@citycare.example', 'City Care Clinic, owner'],
  ['doctor@citycare.example', 'City Care Clinic, doctor'],
  ['desk@citycare.example', 'City Care Clinic, front desk'],
  ['owner@greenturf.example', 'Green Turf Arena, owner'],
  ['desk@greenturf.example', 'Green Turf Arena, front desk'],
  ['new@samay.example', 'an owner who has yet to set up'],
  ['owner@lotusdental.example', 'Lotus Dental, one booking short of its limit'],
];

/** Returns text for the terminal: the accounts in two columns, and their password. */
export function demoAccounts() {
  const width = Math.max(...accounts.map(([email]) => email.length));
  return [
    `  Demo accounts, password demo1234 for all:`,
    ...accounts.map(([email, who]) => `    ${email.padEnd(width)}  ${who}`),
  ].join('\n');
}
