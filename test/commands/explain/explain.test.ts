import { describe, expect, it } from 'vitest';
import { EXIT } from '../../../src/core/errors.js';
import { explain, shortForm } from '../../../src/explain/explain.js';
import { payctl } from '../../fixtures/command.js';

/** In English. */
async function short(...about: Parameters<typeof shortForm>): Promise<string | undefined> {
  const said = await shortForm(...about);
  return said && String(said);
}

async function meanings(code: string): Promise<string[]> {
  return explain(code).map(({ kind, httpStatus, meaning }) => {
    return `${kind}${httpStatus ? ` ${httpStatus}` : ''}: ${meaning}`;
  });
}

describe('explain', () => {
  /** The error table of the specification, row by row. */
  it.each([
    [200, '1000'],
    [400, '1102'],
    [400, '9100'],
    [401, '9100'],
    [401, '9300'],
    [401, '9500'],
    [401, '9595'],
    [401, '9591'],
    [403, '9500'],
    [403, '9503'],
    [429, '9900'],
    [500, '9900'],
    [503, '9990'],
    [503, '9900'],
    [504, '9900'],
  ])('knows %i with %s from the specification', async (status, code) => {
    const [entry] = explain(`${status}/${code}`);
    expect(entry).toMatchObject({ kind: 'business code', source: 'specification' });
  });

  it('knows a cancelled sale from a cancelled transfer, and the codes of the merchant profile', async () => {
    const [sale] = explain('CANCELED');
    expect(sale).toMatchObject({ kind: 'trade state', source: 'payctl' });
    expect(explain('PML_CCIPP')).toMatchObject([{ kind: 'service type' }]);
  });

  it('tells the statuses of one code apart', async () => {
    expect(await meanings('9500')).toEqual([
      'business code 401: the credentials or the access token are not valid',
      'business code 403: the credentials are not allowed to make this call',
    ]);
  });

  it('knows every state of the specification', async () => {
    const states =
      'TRADE_SUCCESS USERPAYING SUCCESS INITIATE_COMPLETED CONFIRM_COMPLETED CONFIRM_FAILED CONFIRM_PROCESSING CANCELED Full Partial SETTLED ACTIVE INACTIVE';
    for (const state of states.split(' ')) {
      expect(explain(state).map(({ source }) => source)).toContain('specification');
    }
  });

  it('knows every code of the customer profile', async () => {
    for (const code of 'P1 P7 P8 E F H I M N O R 1 2 3 5 Y'.split(' ')) {
      expect(explain(code).map(({ source }) => source)).toContain('specification');
    }
  });

  it('knows every exit code by number and by class', async () => {
    for (const [name, exit] of Object.entries(EXIT)) {
      const byNumber = explain(String(exit)).filter(({ kind }) => kind === 'exit code');
      const byName = explain(name).filter(({ kind }) => kind === 'exit code');
      expect(byNumber).toEqual([expect.objectContaining({ name, source: 'payctl' })]);
      expect(byName).toEqual(byNumber);
    }
  });

  it('lists everything that a short code can mean', async () => {
    expect(await meanings('5')).toMatchInlineSnapshot(`
      [
        "exit code: the bank said no, finally",
        "direct-debit registration code: the one-time password was sent too often",
        "home ownership: the customer lives with the family",
      ]
    `);
  });

  it('reads a bare HTTP status, any letter case, and spaces', async () => {
    expect(explain('429').map(({ code }) => code)).toEqual(['9900']);
    expect(explain(' userpaying ')).toEqual(explain('USERPAYING'));
    expect(explain('h030')).toHaveLength(1);
  });

  it('knows no other code: exit 6, with where to ask and what is near', async () => {
    for (const code of ['', 'constructor']) expect(explain(code)).toEqual([]);
    const { code, stdout, stderr } = await payctl('explain 4711');
    expect([code, stdout]).toEqual([6, '']);
    expect(stderr).toMatch(/^error: "4711" is not a code .*\n {2}hint: give the bank its code/);
    const near = await payctl('explain USERPAYNG');
    expect(near.stderr).toContain('did you mean: payctl explain USERPAYING');
  });
});

describe('the short form', () => {
  it('ends an error with meaning and fix', async () => {
    expect(await short('9500', 401)).toBe(
      '9500: the credentials or the access token are not valid; payctl doctor',
    );
    expect(await short('LB9002', 409)).toBe(
      'LB9002: still pending at the hub; inquire after 45 minutes: payctl transfer inquire',
    );
  });

  it('never speaks of a language that payctl does not send', async () => {
    expect(await short('1102', 400)).toBe(
      "1102: a parameter is invalid; compare the input with the command's --help",
    );
    expect(await meanings('1102')).toHaveLength(2);
  });

  it('takes the meaning of the family, and points to explain for more', async () => {
    expect(await short('9990', 503)).toBe(
      '9990: the service is unavailable or in maintenance; repeat a read later; after a call that moves money: payctl journal recover',
    );
    expect(await short('10', 200, 'dd.registration')).toBe(
      '10: the ATM PIN is wrong; register again: payctl dd register',
    );
    expect(await short('9900')).toBe('9900: has several meanings; payctl explain 9900');
  });

  it('never borrows the meaning of another family', async () => {
    expect(await short('13', 200, 'dd.charge')).toContain('13: rejected');
    expect(await short('13', 200, 'qr.create')).toBeUndefined();
    expect(await short('112', 200, 'dd.charge')).toBeUndefined();
  });

  it('is absent for unknown codes and where nothing is to be fixed', async () => {
    expect(await short('1000', 200)).toBeUndefined();
    expect(await short('4404', 404)).toBeUndefined();
    expect(await short('USERPAYING')).toBeUndefined();
  });
});
