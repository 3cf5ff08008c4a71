import { baseImage } from './base-image.ts';
import { buildImage, GATEWAY_IMAGE, proveHardened, runHardened } from './image.ts';
import type { Report } from './report.ts';
import { Podman } from './tools/podman.ts';

export interface Images {
  readonly podman: Podman;
  /** The name of the image with Node, from which the images of this trial are built. */
  readonly base: string;
}

/**
 * Builds the image and runs it. Returns undefined if there is no image.
 *
 * @param build with `unless there is one`, the image is built only if no earlier run has built it
 */
export async function tryImage(
  report: Report,
  repository: string,
  workFolder: string,
  build: 'anew' | 'unless there is one',
): Promise<Images | undefined> {
  const podman = await report.step('Find or install podman', () => Podman.find());
  if (podman === undefined) {
    report.cannotRun('The image', 'podman is missing');
    return undefined;
  }
  const base = await report.step('Make a base image: Debian with Node 24', async (detail) => {
    const image = await baseImage(podman, repository);
    detail(await podman.sizeOf(image));
    return image;
  });
  if (base === undefined) {
    report.cannotRun('The image', 'there is no base image');
    return undefined;
  }
  if (build === 'unless there is one' && (await podman.hasImage(GATEWAY_IMAGE))) {
    report.cannotRun(
      'Build the image',
      'the image of an earlier run is used; build it anew with the part image',
    );
    return { podman, base };
  }
  const isBuilt = await report.step('Build the image', async (detail) => {
    await buildImage(podman, base, repository, workFolder);
    detail(`${await podman.sizeOf(GATEWAY_IMAGE)}, of which the base ${await podman.sizeOf(base)}`);
    return true;
  });
  if (isBuilt === undefined) return undefined;
  await proveImage(report, podman);
  return { podman, base };
}

async function proveImage(report: Report, podman: Podman): Promise<void> {
  await report.step('Run the image read-only, without root and without capabilities', () =>
    proveHardened(podman),
  );
  await report.step('Run kassa-admin from the image', () => runHardened(podman, ['kassa-admin', '--help']));
  await report.step('Read the bill of materials in the image', async (detail) => {
    const bill = await runHardened(podman, ['cat', 'sbom.cdx.json']);
    const { bomFormat, components } = JSON.parse(bill) as {
      bomFormat: string;
      components: { name: string }[];
    };
    const names = components.map(({ name }) => name);
    if (bomFormat !== 'CycloneDX' || !names.includes('koa') || names.includes('vitest'))
      throw new Error(bill);
    detail(`${names.length} packages`);
  });
  await report.step('Refuse to start without settings, and name them', async () => {
    const answer = await runHardened(podman, ['node', 'services/gateway/dist/main.js']).catch(String);
    if (!answer.includes('KASSA_ENCRYPTION_KEY is not set')) throw new Error(answer);
  });
}
