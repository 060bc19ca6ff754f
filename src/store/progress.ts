/** The progress of a long call of the store. */
export interface StoreProgress {
  /** What has been done with the items, for people: `copied`, `checked`. */
  readonly activity: string;
  readonly unit: 'rows' | 'checks' | 'migrations' | 'wallets';
  /** The number of items so far. */
  readonly done: number;
  /** `undefined` if it is unknown. */
  readonly total?: number | undefined;
  /** What is being done now, for people. */
  readonly detail?: string;
}

/** Is called often, and must return fast. */
export type ReportProgress = (progress: StoreProgress) => void;
