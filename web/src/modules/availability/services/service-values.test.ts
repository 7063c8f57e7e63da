import { describe, expect, it } from 'vitest';
import { computePrice, type PriceRule } from '@samay/contract/availability/services';
import { wording } from '@samay/contract/core/wording';
import { buildService } from '../../../../test/builders.ts';
import {
  emptyRule,
  previewPrices,
  ruleText,
  type RuleValues,
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
      { rules: [{ ...emptyRule(), prices: { every: '800' }, from: '18:00' }] },
      { 'rules.0.to': 'Please enter both times' },
    ],
    [
      { rules: [{ ...emptyRule(), prices: { every: '800' } }, emptyRule()] },
      { 'rules.1.prices.every': 'Please enter an amount from ₹0 to ₹1,00,00,000' },
    ],
    [
      { rules: [{ ...emptyRule(), prices: { every: '800', [half]: '4x0' } }] },
      { [`rules.0.prices.${half}`]: 'Please enter an amount from ₹0 to ₹1,00,00,000' },
    ],
    [{ price: '2x500' }, { price: 'Please enter an amount from ₹0 to ₹1,00,00,000' }],
  ])('with %j has the errors %j', (with_, errors) => {
    expect(serviceErrors({ ...serviceValues(buildService(), all, 'visit'), ...with_ }, all)).toEqual(errors);
  });

  describe('with prices of courts and halves', () => {
    const evening = { weekdays: [], hours: { from: '18:00', to: '23:00' } };
    const always = { weekdays: [], hours: null };
    const rule = (when: Pick<PriceRule, 'weekdays' | 'hours'>, resourceId: string | null, price: number) => ({
      ...when,
      resourceId,
      price,
    });
    const saved = (rules: readonly PriceRule[], more: readonly RuleValues[] = []) => {
      const values = serviceValues(buildService({ priceRules: [...rules] }), all, 'hour');
      return serviceBody({ ...values, rules: [...values.rules, ...more] }, all).priceRules;
    };
    const priceAt = (priceRules: readonly PriceRule[], resourceId: string, time: string) =>
      computePrice(
        { price: 1_000_00, pricedPer: 'visit', priceRules: [...priceRules] },
        { resourceId, date: '2026-11-21', time, duration: 60 },
      );

    it('adds a price without overriding those of halves, unless one is typed for them [P-6.104]', () => {
      const halves = [rule(always, half, 800_00)];
      const peak = { ...emptyRule(), from: '18:00', to: '23:00', prices: { every: '1500' } };
      const unasked = saved(halves, [peak]);
      expect([priceAt(unasked, ground, '19:00'), priceAt(unasked, half, '19:00')]).toEqual([
        1_500_00, 800_00,
      ]);
      const asked = saved(halves, [{ ...peak, prices: { every: '1500', [half]: '900' } }]);
      expect([priceAt(asked, half, '19:00'), priceAt(asked, half, '12:00')]).toEqual([900_00, 800_00]);
    });

    it('has the prices of all courts at the same hours in one grid [P-6.104]', () => {
      const rules = [rule(evening, null, 1_500_00), rule(always, half, 800_00), rule(evening, half, 900_00)];
      const { rules: grids } = serviceValues(buildService({ priceRules: rules }), all, 'hour');
      expect(grids.map(({ from, prices }) => [from, prices])).toEqual([
        ['18:00', { every: '₹1,500' }],
        ['', { [half]: '₹800' }],
        ['18:00', { [half]: '₹900' }],
      ]);
      const apart = [
        rule(evening, null, 1_500_00),
        rule(always, half, 800_00),
        rule(evening, ground, 1_400_00),
      ];
      expect(serviceValues(buildService({ priceRules: apart }), all, 'hour').rules).toMatchObject([
        { from: '18:00', prices: { every: '₹1,500', [ground]: '₹1,400' } },
        { from: '', prices: { [half]: '₹800' } },
      ]);
    });

    it('means the same after it was opened and saved, whatever the order of its rules [P-6.104]', () => {
      const resources = [null, ground, half];
      const times = [always, evening, { weekdays: [6], hours: null }];
      const kinds = resources.flatMap((resource) => times.map((when) => ({ when, resource })));
      let price = 0;
      for (const one of kinds) {
        for (const two of kinds) {
          for (const three of kinds) {
            const rules = [one, two, three].map(({ when, resource }) => rule(when, resource, (price += 100)));
            const after = saved(rules);
            for (const id of all) {
              for (const time of ['12:00', '19:00'])
                expect(priceAt(after, id, time), JSON.stringify(rules)).toBe(priceAt(rules, id, time));
            }
          }
        }
      }
    });

    it('shows what holds at the hours of a price, for each court [P-6.104]', () => {
      const values = serviceValues(
        buildService({ price: 1_000_00, priceRules: [rule(always, half, 800_00)] }),
        all,
        'hour',
      );
      const peak = { ...emptyRule(), weekdays: ['6'], from: '18:00', to: '23:00', prices: { every: '1500' } };
      const courts = [
        { id: ground, name: 'Full ground' },
        { id: half, name: 'Half A' },
      ];
      const preview = previewPrices({ ...values, rules: [...values.rules, peak] }, 1, courts);
      expect(preview).toEqual({
        when: 'Sat, 6:00 pm',
        prices: [
          { id: ground, name: 'Full ground', text: '₹1,500' },
          { id: half, name: 'Half A', text: '₹800' },
        ],
      });
      expect(previewPrices({ ...values, price: '', rules: [emptyRule()] }, 0, courts).prices[0]?.text).toBe(
        'No price',
      );
    });
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
