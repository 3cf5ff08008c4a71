import type { Plugin, Rolldown } from 'vite';
import {
  type InventoriedFile,
  type InventoriedPage,
  integrityOf,
  reasonFor,
  reasonForShared,
  type ScriptInventory,
} from './script-inventory.ts';

const entryTag = /<(?:script|link)\b[^>]*\s(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"[^>]*>/g;

/**
 * Writes `script-inventory.json` beside the pages, and adds integrity hashes to their scripts and styles. The build fails if a
 * script has no stated reason.
 */
export function inventoryPlugin(): Plugin {
  return {
    name: 'kassa-script-inventory',
    apply: 'build',
    generateBundle: {
      // This plugin must run last, because the other plugins still change the files whose hashes it computes.
      order: 'post',
      handler(_options, bundle) {
        const contents = contentsOf(bundle);
        const pages: InventoriedPage[] = [];
        for (const output of Object.values(bundle)) {
          if (output.type !== 'asset' || !output.fileName.endsWith('.html')) continue;
          const loads: string[] = [];
          output.source = String(output.source).replace(entryTag, (tag, file: string) => {
            const content = contents.get(file);
            if (content === undefined)
              throw new Error(`${output.fileName} loads ${file}, which is not built.`);
            loads.push(file);
            return tag.replace(/>$/, ` integrity="${integrityOf(content)}">`);
          });
          pages.push({ file: output.fileName, integrity: integrityOf(output.source), loads });
        }
        const withPage = new Set(pages.flatMap(({ loads }) => loads));
        const files = Object.values(bundle)
          .map((output) => inventoried(output, contents, withPage))
          .filter((file) => file !== null);
        const inventory: ScriptInventory = { pages: sorted(pages), files: sorted(files) };
        const source = `${JSON.stringify(inventory, null, 2)}\n`;
        this.emitFile({ type: 'asset', fileName: 'script-inventory.json', source });
      },
    },
  };
}

function contentsOf(bundle: Rolldown.OutputBundle): ReadonlyMap<string, string | Uint8Array> {
  return new Map(
    Object.values(bundle).map((output) => [
      output.fileName,
      output.type === 'chunk' ? output.code : output.source,
    ]),
  );
}

function inventoried(
  output: Rolldown.OutputChunk | Rolldown.OutputAsset,
  contents: ReadonlyMap<string, string | Uint8Array>,
  withPage: ReadonlySet<string>,
): InventoriedFile | null {
  const kind = output.type === 'chunk' ? 'script' : output.fileName.endsWith('.css') ? 'stylesheet' : null;
  if (kind === null) return null;
  const content = contents.get(output.fileName) ?? '';
  const why = output.type === 'chunk' ? reasonOfChunk(output) : 'The look of the page that loads it.';
  return {
    file: output.fileName,
    kind,
    loaded: withPage.has(output.fileName) ? 'with the page' : 'on demand',
    integrity: integrityOf(content),
    bytes: Buffer.byteLength(content),
    why,
  };
}

function reasonOfChunk({ fileName, facadeModuleId, moduleIds }: Rolldown.OutputChunk): string {
  // The inventory states why the cashier needs each script. The reason is found by the script's entry module or, if the script
  // has no entry module, by its last module, which imports the others. All other scripts contain shared code, for which there
  // is one common reason.
  const reason =
    reasonFor(facadeModuleId ?? moduleIds.at(-1) ?? '') ?? (facadeModuleId ? undefined : reasonForShared);
  if (reason) return reason;
  throw new Error(`Say in build/script-inventory.ts why ${fileName} is there (${facadeModuleId}).`);
}

function sorted<Row extends { readonly file: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((one, other) => one.file.localeCompare(other.file, 'en'));
}
