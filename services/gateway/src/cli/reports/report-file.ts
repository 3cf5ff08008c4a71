import { rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CliError } from '../terminal/cli-error.ts';
import { fileFault } from '../terminal/failure.ts';

/**
 * Writes a report to a temporary file, and gives it its final name once it is complete. So nobody mistakes a part of the report
 * for the whole.
 *
 * @param file path relative to the current folder
 * @throws {CliError} when the file cannot be written
 */
export async function writeReportFile(
  currentFolder: string,
  file: string,
  parts: AsyncIterable<string>,
): Promise<void> {
  const place = resolve(currentFolder, file);
  const unfinished = `${place}.unfinished`;
  try {
    await writeFile(unfinished, parts);
    await rename(unfinished, place);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof CliError) throw error;
    throw new CliError('usage', `The report cannot be written to ${place}: ${fileFault(error)}.`);
  }
}
