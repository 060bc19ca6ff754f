import { describe } from 'vitest';

import { describeCounts } from './contract/counts-contract.ts';
import { describeCoverage } from './contract/coverage-contract.ts';
import { describeExpiry } from './contract/expiry-contract.ts';
import type { OpenStore } from './contract/fixtures.ts';
import { describeOrder } from './contract/order-contract.ts';
import { describeGenerations } from './contract/generation-contract.ts';
import { describeImports } from './contract/import-contract.ts';
import { describeImportedFiles } from './contract/import-file-contract.ts';
import { describeLeases } from './contract/lease-contract.ts';
import { describeListing } from './contract/listing-contract.ts';
import { describeManagedWallets } from './contract/managed-wallets-contract.ts';
import { describeManagement } from './contract/manage-contract.ts';
import { describeRefreshes } from './contract/refresh-contract.ts';
import { describeRevisions } from './contract/revision-contract.ts';
import { describeTenants } from './contract/tenants-contract.ts';
import { describeUnknownRecords } from './contract/unknown-records-contract.ts';
import { describeWalks } from './contract/walk-contract.ts';
import { describeWebhooks } from './contract/webhook-contract.ts';
import { describeWebhookEndpoints } from './contract/webhook-endpoint-contract.ts';
import { describeWindows } from './contract/window-contract.ts';

/**
 * Tests the behaviour of every engine of the store through its interface.
 *
 * @param openStore opens an empty, migrated store for each test.
 */
export function describeStoreContract(name: string, openStore: OpenStore): void {
  describe(`the store contract, implemented by ${name}`, () => {
    describeTenants(openStore);
    describeListing(openStore);
    describeWalks(openStore);
    describeCounts(openStore);
    describeLeases(openStore);
    describeWindows(openStore);
    describeImports(openStore);
    describeImportedFiles(openStore);
    describeCoverage(openStore);
    describeRefreshes(openStore);
    describeRevisions(openStore);
    describeGenerations(openStore);
    describeWebhooks(openStore);
    describeWebhookEndpoints(openStore);
    describeManagement(openStore);
    describeExpiry(openStore);
    describeOrder(openStore);
    describeManagedWallets(openStore);
    describeUnknownRecords(openStore);
  });
}
