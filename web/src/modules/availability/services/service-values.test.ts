import { describe, expect, it } from 'vitest';
import { wording } from '@samay/contract/core/wording';
import { buildService } from '../../../../test/builders.ts';
import {
  emptyRule,
  ruleText,
  serviceBody,
  serviceErrors,
  serviceValues,
  startsHint,
} from './service-values.ts';

const ground = '00000000-0000-4000-8000-00000000000a';
const half = '00000000-0000-4000-8000-00000000000b';
const all = [ground, half];

describe('a service', () => {
  it('comes back as it was', () => {
    const priceRules = [
      { resourceId: half, weekdays: [6, 7], hours: { from: '18:00', to: '23:00' }, price: 1_500_50 },
    ];
    const { id, archivedAt, ...rest } = buildService({
      priceRules,
      resourceIds: [half],
      grid: 15,
      bufferAfter: 10,
      freeWithinDays: 7,
    });
    expect(serviceBody(serviceValues({ ...rest, id, archivedAt }, all, 'visit'), all)).toEqual(rest);
  });

  it('that everyone gives is given by those who come later, too', () => {
    const values = serviceValues(buildService(), all, 'visit');
    expect(values.resourceIds).toEqual(all);
    expect(serviceBody(values, all).resourceIds).toBeNull();
    expect(serviceBody({ ...values, resourceIds: [half] }, all).resourceIds).toEqual([half]);
  });

  it('reads its numbers as they are typed, in the digits of every script [P-5.73]', () => {
    const typed = { duration: '४५', bufferBefore: '', bufferAfter: '५ min', grid: '੪੫ minutes' };
    const values = { ...serviceValues(buildService(), all, 'visit'), ...typed, freeWithinDays: '७ days' };
    expect(serviceBody(values, all)).toMatchObject({
      duration: 45,
      bufferBefore: 0,
      bufferAfter: 5,
      grid: 45,
      freeWithinDays: 7,
    });
  });

  it.each([
    [{ name: ' ' }, { name: 'Please enter a name' }],
    [{ duration: '' }, { duration: 'Please enter 5 to 720 minutes' }],
    [{ duration: '४५', bufferAfter: '५ min', grid: '45 minutes', freeWithinDays: '७ days' }, {}],
    [{ duration: '30 days' }, { duration: 'Please enter 5 to 720 minutes' }],
    [{ bufferAfter: 'none' }, { bufferAfter: 'Please enter 0 to 240 minutes' }],
    [{ grid: 'ten' }, { grid: 'Please enter 5 to 720 minutes' }],
    [{ freeWithinDays: 'week' }, { freeWithinDays: 'Please enter 1 to 365 days' }],
    [{ duration: 7 }, { duration: 'Please enter steps of 5 minutes' }],
    [{ bufferAfter: 241 }, { bufferAfter: 'Please enter 0 to 240 minutes' }],
    [{ freeWithinDays: 0 }, { freeWithinDays: 'Please enter 1 to 365 days' }],
    [{ freeWithinDays: '' }, {}],
    [{ resourceIds: [] }, { resourceIds: 'Please choose at least one' }],
    [{ price: '' }, {}],
    [
      { rules: [{ ...emptyRule(), price: '800', from: '18:00' }] },
      { 'rules.0.to': 'Please enter both times' },
    ],
    [
      { rules: [{ ...emptyRule(), price: '800' }, emptyRule()] },
      { 'rules.1.price': 'Please enter an amount from ₹0 to ₹1,00,00,000' },
    ],
    [{ price: '2x500' }, { price: 'Please enter an amount from ₹0 to ₹1,00,00,000' }],
  ])('with %j has the errors %j', (with_, errors) => {
    expect(serviceErrors({ ...serviceValues(buildService(), all, 'visit'), ...with_ }, all)).toEqual(errors);
  });

  it('says how far apart starts follow one another where it has gaps [P-6.15, P-8.40]', () => {
    const values = serviceValues(buildService({ duration: 30, grid: null }), all, 'visit');
    const { doctor, turf } = wording;
    expect(startsHint(values, turf)).not.toContain('gaps');
    for (const type of [doctor, turf])
      expect(startsHint({ ...values, bufferAfter: 5 }, type)).toContain(
        `each ${type.booking} occupies 35 minutes: enter 35`,
      );
    expect(startsHint({ ...values, bufferAfter: 5, grid: 35 }, turf)).not.toContain('gaps');
  });

  it('says its prices in words', () => {
    const rule = {
      resourceId: half,
      weekdays: [6, 7],
      hours: { from: '18:00', to: '23:00' },
      price: 1_500_00,
    };
    expect(ruleText(rule, () => 'Half A')).toBe('Sat, Sun, 6:00 pm to 11:00 pm, Half A: ₹1,500');
    expect(ruleText({ ...rule, resourceId: null, weekdays: [], hours: null }, () => '')).toBe(
      'Every day: ₹1,500',
    );
  });
});
