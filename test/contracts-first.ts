import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Begins with the contracts of the stores. Vitest begins with the largest file if it has measured none, but these files only
 * call the tests of others: they would be started last, and all other workers would wait for them.
 */
export class ContractsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isContract = ({ moduleId }: TestSpecification): boolean =>
      moduleId.endsWith('-contract.test.ts');
    return sorted.toSorted((left, right) => Number(isContract(right)) - Number(isContract(left)));
  }
}
