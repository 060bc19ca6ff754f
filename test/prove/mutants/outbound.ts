import type { Mutant } from '../mutant.ts';

/** Guards of secrets, and of requests to receivers of webhooks. */
export const OUTBOUND_MUTANTS: readonly Mutant[] = [
  {
    does: 'opens the credentials of another wallet',
    file: 'src/domain/sealed-bytes.ts',
    replace: '  decipher.setAAD(Buffer.from(purpose));\n  try {',
    by: '  decipher.setAAD(Buffer.from(purpose.slice(0, 0)));\n  try {',
    tests: ['src/domain/secrets.test.ts'],
  },
  {
    does: 'seals the credentials of all wallets alike',
    file: 'src/domain/sealed-bytes.ts',
    replace: '  cipher.setAAD(Buffer.from(purpose));\n  return',
    by: '  cipher.setAAD(Buffer.from(purpose.slice(0, 0)));\n  return',
    tests: ['src/domain/secrets.test.ts'],
  },
  {
    does: 'sends webhooks to addresses of this machine',
    file: 'src/webhooks/checked-lookup.ts',
    replace: 'for (const { address } of addresses) requireAllowedAddress(address, allowed);',
    by: '',
    tests: ['test/webhooks/sender.test.ts'],
  },
  {
    does: 'checks only the first address of a name',
    file: 'src/webhooks/checked-lookup.ts',
    replace: 'for (const { address } of addresses) requireAllowedAddress(address, allowed);',
    by: "requireAllowedAddress(addresses[0]?.address ?? '', allowed);",
    tests: ['test/webhooks/sender.test.ts'],
  },
  {
    does: 'takes mapped private addresses for public ones',
    file: 'src/webhooks/public-address.ts',
    replace: "if (withIpv4.check(address, 'ipv6')) return isPublicAddress(readLastIpv4(address));",
    by: "if (withIpv4.check(address, 'ipv6')) return readLastIpv4(address) !== '';",
    tests: ['src/webhooks/public-address.test.ts'],
  },
  {
    does: 'waits for a receiver without an end',
    file: 'src/webhooks/webhook-sender.ts',
    replace: 'AbortSignal.any([signal, AbortSignal.timeout(attemptMsMax)]);',
    by: 'AbortSignal.any([signal, AbortSignal.timeout(1000 * attemptMsMax)]);',
    tests: ['test/webhooks/sender.test.ts'],
  },
  {
    does: 'reads the endless body of a receiver',
    file: 'src/webhooks/webhook-sender.ts',
    replace: '    if (bytes > BODY_BYTES_MAX) response.destroy();\n',
    by: '',
    tests: ['test/webhooks/sender.test.ts'],
  },
  {
    does: 'skips an event that the receiver has refused',
    file: 'src/webhooks/delivery-run.ts',
    replace: 'if (!result.ok) return { deliveredNo, isMore: true, failed: result };',
    by: '',
    tests: ['test/webhooks/delivery.test.ts', 'test/webhooks/delivery-properties.test.ts'],
  },
  {
    does: 'lets one project use all deliveries',
    file: 'src/webhooks/deliverer.ts',
    replace: 'if (runs.length >= countSlotsOfProject(freeSlots)) return undefined;',
    by: 'if (runs.length >= 512 * countSlotsOfProject(freeSlots)) return undefined;',
    tests: ['test/webhooks/fairness.test.ts'],
  },
  {
    does: 'writes amounts as binary floats',
    file: 'src/domain/transaction-json.ts',
    replace: 'amount: JSON.rawJSON(amount),',
    by: 'amount: Number(amount),',
    tests: ['src/domain/transaction-json.test.ts'],
  },
];
