import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';

import type { AssetBalance, Network } from '../../src/domain/balance.ts';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { CHAINS } from '../../src/exchanges/networks/chains.ts';
import type { Tenant } from '../http/tenants.ts';
import { expectAccessible, expectToFit } from './accessibility.ts';
import { demoFragment, expectText, useExplorer, WIDTHS } from './explorer-harness.ts';

const EVM_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const BITCOIN_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** Returns a network of the chain with the pattern that the service knows for it. */
function networkOf(code: string, change: Partial<Network> = {}): Network {
  const chain = CHAINS.find((chain) => chain.code === code)!;
  return {
    id: code,
    code,
    name: chain.name,
    displayName: chain.name,
    minWithdrawal: null,
    maxWithdrawal: null,
    assetName: 'any',
    addressRegex: chain.addressRegex,
    ...change,
  };
}

function balanceOf(asset: string, amount: string, networks: readonly Network[]): AssetBalance {
  return { asset, amount: parseDecimal(amount), networks };
}

const BALANCES: readonly AssetBalance[] = [
  balanceOf('BTC', '0.5', [networkOf('BTC', { minWithdrawal: '1e-4' })]),
  balanceOf('ETH', '0.00', [networkOf('ETH')]),
  balanceOf('EUR', '100', []),
  balanceOf('LONG', '123456789012.345678901234567891', [networkOf('ETH')]),
  { ...balanceOf('NEW', '7', []), networksUnknown: true },
  balanceOf('USDC', '50', [
    networkOf('ARBITRUM', { minWithdrawal: '1' }),
    networkOf('ETH', { minWithdrawal: '20', maxWithdrawal: '40' }),
    networkOf('SOL'),
    networkOf('TON', { addressRegex: null }),
  ]),
];

const explorer = useExplorer();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await explorer.addSynced({ balances: BALANCES });
});

async function ask(page: Page, address: string, amount: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Destination address' }).fill(address);
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
}

function possibleOf(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Possible withdrawals' });
  return list.getByRole('listitem').locator('.send-name').allTextContents();
}

function refusedOf(page: Page): Promise<string[]> {
  const list = page.getByRole('list', { name: 'Not possible' });
  return list.getByRole('listitem').allTextContents();
}

it('has its fields in one line, however long the error of one of them is', async () => {
  const page = await explorer.open({ width: 768, tenant, fragment: '#/send?amount=1,0' });
  await expectText(page, 'Write a decimal number with a point');
  const heights = await page
    .locator('.send-form .field-note')
    .evaluateAll((notes) => notes.map((note) => note.clientHeight));
  expect(heights[1]).toBeGreaterThan(1.5 * heights[0]!);
  const boxes = await Promise.all(
    (await page.getByRole('textbox').all()).map((each) => each.boundingBox()),
  );
  expect(boxes[1]).toMatchObject({ y: boxes[0]!.y, height: boxes[0]!.height });
});

describe('a withdrawal on a phone', () => {
  const [width] = WIDTHS;
  it('is possible for each asset and network that accepts it; for all others, the reason is shown', async () => {
    const page = await explorer.open({ width, tenant });
    await page.getByRole('link', { name: 'Send' }).click();
    await expectText(page, 'Enter an address and an amount');
    expect(await page.getByRole('list', { name: 'Possible withdrawals' }).count()).toBe(0);
    await expectAccessible(page);
    await ask(page, ` ${EVM_ADDRESS} `, '15');
    await expectText(page.getByRole('status'), '2 withdrawals are possible');
    expect(await possibleOf(page)).toEqual([
      'LONG over Ethereum ETH',
      'USDC over Arbitrum One ARBITRUM',
    ]);
    const mismatch = "The address does not match the network's pattern.";
    expect(await refusedOf(page)).toEqual([
      'USDC over Ethereum ETHThe amount is below the minimum, 20 USDC.',
      `BTC over Bitcoin BTC${mismatch} The amount is more than the balance, 0.5 BTC.`,
      'ETHThe balance of ETH is zero.',
      'EURThe exchange reports no network on which EUR can be withdrawn.',
      'NEWThe exchange does not report the networks of NEW to this key.',
      `USDC over Solana SOL${mismatch}`,
      expect.stringContaining('The address could not be checked: the exchange reports no pattern'),
    ]);
    await expectAccessible(page);
    await expectToFit(page);
  });

  it('to an address of several chains comes with a warning', async () => {
    const page = await explorer.open({ width, tenant, fragment: '#/send' });
    await ask(page, EVM_ADDRESS, '1');
    const warning = page.locator('.notice-error');
    await expectText(warning, 'This address fits 2 different networks');
    await expectText(warning, /Ethereum, Arbitrum One .*are lost/);
    await expectAccessible(page);
    await ask(page, BITCOIN_ADDRESS, '0.25');
    await expect.poll(() => possibleOf(page)).toEqual(['BTC over Bitcoin BTC']);
    expect(await warning.count()).toBe(0);
  });
});

describe('the amount', () => {
  it('is compared with all of its 30 digits', async () => {
    const page = await explorer.open({ tenant, fragment: '#/send' });
    const above = 'The amount is more than the balance, 123456789012.345678901234567891 LONG.';
    await ask(page, EVM_ADDRESS, '123456789012.345678901234567890');
    await expect.poll(() => possibleOf(page)).toEqual(['LONG over Ethereum ETH']);
    await expectText(
      page.getByRole('list', { name: 'Possible withdrawals' }),
      '0.000000000000000001',
    );
    await ask(page, EVM_ADDRESS, '123456789012.345678901234567892');
    await expect.poll(() => refusedOf(page)).toContain(`LONG over Ethereum ETH${above}`);
    expect(await possibleOf(page)).toEqual([]);
  });

  it('is refused unless it is a decimal number of more than zero', async () => {
    const page = await explorer.open({ tenant, fragment: '#/send' });
    // Alternating, so that each message is a new one.
    for (const [amount, message] of [
      ['1,5', 'Write a decimal number'],
      ['0.000', 'The amount must be more than zero'],
      ['many', 'Write a decimal number'],
      ['-1', 'The amount must be more than zero'],
    ] as const) {
      await ask(page, EVM_ADDRESS, amount);
      await expectText(page, message);
      expect(await page.getByRole('list', { name: 'Possible withdrawals' }).count()).toBe(0);
      await expectAccessible(page);
    }
  });
});

describe('the view', () => {
  it('is loaded with its engine of regular expressions when it is opened', async () => {
    const page = await explorer.open({ sharesContext: false });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const countFiles = () => requests.filter((path) => path.startsWith('/assets/send-')).length;
    await page.goto(`${explorer.url}/${demoFragment(tenant)}`);
    await page.reload();
    await page.getByRole('heading', { name: 'Balances' }).waitFor();
    expect(requests.length).toBeGreaterThan(0);
    expect(countFiles()).toBe(0);
    await page.getByRole('link', { name: 'Send' }).click();
    await expectText(page, 'Enter an address and an amount');
    expect(countFiles()).toBe(1);
  });

  it('is shown again with the entered values by its URL', async () => {
    const page = await explorer.open({ tenant, fragment: '#/send' });
    await ask(page, BITCOIN_ADDRESS, '1e-4');
    await expect.poll(() => possibleOf(page)).toEqual(['BTC over Bitcoin BTC']);
    expect(page.url()).toBe(`${explorer.url}/#/send?address=${BITCOIN_ADDRESS}&amount=1e-4`);
    await page.reload();
    await expect.poll(() => possibleOf(page)).toEqual(['BTC over Bitcoin BTC']);
  });

  it('refuses a too long address', async () => {
    const page = await explorer.open({ tenant, fragment: '#/send' });
    await ask(page, 'a'.repeat(1001), '1');
    await expectText(page, 'An address has at most 1000 characters');
  });

  it('shows the result quickly for any patterns, and markup as text', async () => {
    const patterns = ['^(a+)+$', '(a*)*b', '((a{99}){99}){99}', '^(?=a)a+$', '<b>x</b>', '['];
    const networks = patterns.map((addressRegex, index) =>
      networkOf('BTC', { id: `N${index}`, displayName: `<i>${index}</i>`, addressRegex }),
    );
    const hostile = await explorer.addSynced({ balances: [balanceOf('<u>A</u>', '1', networks)] });
    const page = await explorer.open({ tenant: hostile, fragment: '#/send' });
    await ask(page, `${'a'.repeat(900)}!`, '1');
    await expect.poll(async () => (await refusedOf(page)).length).toBe(patterns.length);
    expect(await possibleOf(page)).toEqual([]);
    const refused = await refusedOf(page);
    const differing = refused.filter((text) => text.includes('does not match'));
    expect(differing.map((text) => text.slice(0, 22))).toEqual(
      ['0', '1', '4'].map((index) => `<u>A</u> over <i>${index}</i>`),
    );
    expect(refused.filter((text) => text.includes('could not be checked'))).toHaveLength(3);
  });

  it('lists hundreds of assets on demand', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `A${index}`);
    const many = await explorer.addSynced({
      balances: names.map((asset) => balanceOf(asset, '1', [])),
    });
    const page = await explorer.open({ tenant: many, fragment: '#/send' });
    await ask(page, EVM_ADDRESS, '1');
    await expect.poll(async () => (await refusedOf(page)).length).toBe(50);
    await page.getByRole('button', { name: 'Show all 120' }).click();
    expect(await refusedOf(page)).toHaveLength(120);
  });
});
