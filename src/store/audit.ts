/** Records of the audit log. */

/** Who changes something. `command` is the command line, whose id is the command, such as `wallet add`. */
export interface Actor {
  readonly kind: 'management-key' | 'command' | 'connect-session';
  readonly id: string;
}

/** What a change is about; a member is missing if it does not apply. */
export interface AuditTargets {
  readonly orgId?: string;
  readonly projectId?: string;
  readonly walletId?: string;
  readonly apiKeyId?: string;
  readonly managementKeyId?: string;
  readonly webhookId?: string;
  readonly importId?: string;
  readonly connectSessionId?: string;
}

/** An entry to append to the audit log. */
export interface AuditEntry {
  readonly atMs: number;
  readonly actor: Actor;
  /** The kind of the target and what was done: `wallet.create`, `api_key.revoke`, `wallet.pause`. */
  readonly action: string;
  readonly targets: AuditTargets;
  /** Further values that can be written as JSON, without any secret; missing if there are none. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** A stored entry of the audit log. */
export interface AuditRecord extends AuditEntry {
  /** `audit_…` */
  readonly id: string;
}
