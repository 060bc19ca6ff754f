/** Organizations. */
import { createId } from '../domain/id.ts';
import type { OrganizationRecord } from '../store/records.ts';
import { audited, type ManageContext } from './context.ts';

/** Creates an organization. */
export async function createOrganization(
  context: ManageContext,
  { name }: Pick<OrganizationRecord, 'name'>,
): Promise<OrganizationRecord> {
  const id = createId('org', context.randomBytes);
  const organization = { id, name, createdAtMs: context.now() };
  const change = { action: 'organization.create', targets: { orgId: id }, detail: { name } };
  await audited(context, change, organization).createOrganization(organization);
  return organization;
}
