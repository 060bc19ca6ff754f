/** Compares records by the time of their creation, then by id. */
export function byCreation(left: Created, right: Created): number {
  return left.createdAtMs - right.createdAtMs || (left.id < right.id ? -1 : 1);
}

interface Created {
  readonly id: string;
  readonly createdAtMs: number;
}
