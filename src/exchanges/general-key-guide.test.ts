import { expect, it } from 'vitest';

import { BEST_EFFORT_EXCHANGES } from './best-effort/exchanges.ts';
import { listBestEffortProfiles } from './best-effort/profiles.ts';
import { describeGeneralKey } from './general-key-guide.ts';

const PROFILES = listBestEffortProfiles(new Set());

it.each(BEST_EFFORT_EXCHANGES.map(({ name, credentials }) => [name, credentials] as const))(
  'the guide of %s asks for the credentials %o and for no others',
  (name, credentials) => {
    const guide = describeGeneralKey(PROFILES.find((profile) => profile.name === name)!);
    const steps = guide.steps.join(' ');
    expect(guide.url).toMatch(/^https:/);
    if (credentials.includes('walletAddress')) {
      expect(steps).toContain('Copy the address of that wallet.');
      expect(steps).not.toContain('secret');
      expect(guide.forbids.join(' ')).toContain('private key');
    } else {
      expect(steps).toContain('Tick only the right to read or view.');
      expect(steps.includes('passphrase')).toBe(credentials.includes('password'));
      expect(guide.forbids).toEqual(['Trade', 'Withdraw', 'Transfer']);
    }
  },
);

it('names the right that a key needs, as the profile does, or as most exchanges call it', () => {
  const [profile] = PROFILES;
  const needsOf = (readOnlyKey: string) =>
    describeGeneralKey({ ...profile!, facts: { ...profile!.facts, readOnlyKey } }).needs;
  expect(needsOf('read')).toEqual(['Read (or View)']);
  expect(needsOf('an account key')).toEqual(['An account key']);
});

it('fails for an exchange without a home page', () => {
  expect(() => describeGeneralKey({ ...PROFILES[0]!, name: 'nosuchexchange' })).toThrow(
    'exchange-sites.json does not list nosuchexchange',
  );
});
