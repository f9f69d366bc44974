import { describe, expect, it } from 'vitest';
import { maskPersonal, maskValue } from '../../../src/cli/output/mask.js';
import { parseJson } from '../../../src/core/json.js';

describe('masking', () => {
  it('hides who a person is and keeps a useful tail', () => {
    const data =
      parseJson(`{"profile":{"citizenID":"1234567890123","thaiFirstName":"สมมุติ","engLastName":"Example",
      "birthDate":"1990-01-31","mobile":"0812345678","email":"someone@mail.example","genderCode":"M",
      "address":{"thaiAddressNumber":"1/2","zipCode":"10110","countryCode":"TH"}}}`);
    expect(maskPersonal(data)).toEqual({
      profile: {
        citizenID: '***0123',
        thaiFirstName: 'ส***',
        engLastName: 'E***',
        birthDate: '***',
        mobile: '***5678',
        email: 's***@mail.example',
        genderCode: '***',
        address: { thaiAddressNumber: '***', zipCode: '***', countryCode: 'TH' },
      },
    });
  });

  it('shows the last four digits of a card and nothing before', () => {
    const card = '4111111111111111';
    expect(maskPersonal({ consumerPAN: card, merchantPAN: card })).toEqual({
      consumerPAN: '***1111',
      merchantPAN: '***1111',
    });
  });

  it('masks numbers, lists and whole objects under a private name', () => {
    const data = parseJson(
      '{"mobile":812345678,"proxy":[{"value":{"nick":["somebody else"],"age":42}}]}',
    );
    expect(maskPersonal(data)).toEqual({
      mobile: '***5678',
      proxy: [{ value: { nick: ['***else'], age: '***' } }],
    });
  });

  it('knows the people of a slip by where they stand', () => {
    const person = { displayName: 'Someone', account: { type: 'BANKAC', value: 'xxx-x-x1234-x' } };
    expect(maskPersonal({ sender: person, bank: { name: 'A Bank' } })).toEqual({
      sender: { displayName: 'S***', account: { type: 'BANKAC', value: '***34-x' } },
      bank: { name: 'A Bank' },
    });
  });

  it('leaves short values nothing and empty ones empty', () => {
    expect(maskValue('1234567')).toBe('***');
    expect(maskValue('')).toBe('');
    expect(maskValue('no-at-sign', 'email')).toBe('***sign');
  });

  it('is not fooled by names that objects are born with', () => {
    const data = { constructor: 'kept', toString: 'kept' };
    expect(maskPersonal(data)).toEqual(data);
  });
});
