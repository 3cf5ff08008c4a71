import type { MigrationListener } from '../../src/adapters/outbound/mongo/migrations/database-migrator.ts';

/** Records the progress that a migration reports. */
export class RecordedMigration implements MigrationListener {
  readonly begun: string[] = [];
  readonly unreadable: string[] = [];
  documents = 0;
  waits = 0;

  waitsForAnotherRun(): void {
    this.waits += 1;
  }

  begins({ name }: { readonly name: string }): void {
    this.begun.push(name);
  }

  hasDone(_migration: object, documents: number): void {
    this.documents = documents;
  }

  couldNotRead(id: string): void {
    this.unreadable.push(id);
  }
}
